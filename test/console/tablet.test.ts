import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { buy, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk
let orderNo: string

describe('the console on a tablet', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
    const product = { slug: 'biscuits', name: 'Shrewsbury butterbiscuits', sku: 'SHREWSBURY-500-GRAMS', price: 120 }
    await desk.owner.ask('mutation ($product: ProductInput!) { upsertProduct(input: $product) { id } }', { product })
    const items = [{ id: await productIdOf(desk.shop, desk.store, 'biscuits'), qty: 1 }]
    orderNo = (await buy(desk.shop, clientOf(desk.shop, 'demo', 'REST'), { items })).orderNo
  })
  afterAll(() => desk?.close())

  it('lists are read without scrolling to the side', async () => {
    const { page, goTo, complaints, close } = await desk.open({ size: 'tablet' })
    for (const path of ['orders', 'products', 'customers', 'discounts', 'reviews', 'settings/keys']) {
      await goTo(path)
      await page.locator('.table, .review').first().waitFor()
      await expectGood(page, `tablet-${path.replace('/', '-')}`)
      const heights = await page.locator('[data-title] a').evaluateAll((all) => all.map((one) => one.clientHeight))
      expect([path, Math.max(0, ...heights)]).toEqual([path, expect.toSatisfy((height: number) => height < 80)])
    }
    expect(complaints).toEqual([])
    await close()
  })

  it('a product with variants marks what is wrong, and nothing else', async () => {
    const { page, close } = await desk.open({
      path: `products/${await productIdOf(desk.shop, desk.store, 'masala-chai')}`,
      size: 'tablet',
    })
    const price = page.getByLabel('Price of 100g', { exact: true })
    await price.waitFor()
    await expectGood(page, 'tablet-product')
    await page.setViewportSize({ width: 1024, height: 768 })
    await expectGood(page, 'wide-tablet-product')
    await page.setViewportSize({ width: 768, height: 1024 })
    const colours = () =>
      page
        .locator('.variants input')
        .evaluateAll((inputs) => new Set(inputs.map((input) => getComputedStyle(input).borderColor)).size)
    expect(await colours()).toBe(1)
    await price.fill('12..')
    await expect.poll(colours).toBe(2)
    await close()
  })

  it('packing slips fit a phone', async () => {
    const { page, close } = await desk.open({ path: `slips?orders=${orderNo}`, size: 'phone' })
    await page.locator('.slip').waitFor()
    await expectGood(page, 'phone-slip')
    const headings = page.locator('.slip-lines th')
    expect(await headings.evaluateAll((all) => Math.max(...all.map((one) => one.clientHeight)))).toBeLessThan(50)
    await close()
  })
})
