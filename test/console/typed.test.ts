import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { buy, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { holdOperation } from '../support/hold.ts'
import { needs } from '../support/needs.ts'
import { type Desk, openDesk } from './support/owner.ts'

let desk: Desk

const stockOf = async (slug: string): Promise<number> =>
  (await desk.owner.ask('query ($slug: String!) { product(slug: $slug) { stock } }', { slug })).product.stock

const sell = async (slug: string) => {
  const id = await productIdOf(desk.shop, desk.store, slug)
  await desk.owner.ask('mutation ($id: ID!) { changeStock(productId: $id, by: -1) { id } }', { id })
}

describe('what is typed in the console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk?.close())

  it('replaces no stock that a sale has changed since, and an untouched field saves nothing', async () => {
    const { page, close } = await desk.open({ path: 'products' })
    const stock = page.getByLabel('Stock of Nilgiri Frost Tea')
    const price = page.getByLabel('Price of Nilgiri Frost Tea')
    await price.waitFor()
    const before = await stockOf('nilgiri-frost')
    await page.getByLabel('Price of Nilgiri Frost Tea').fill('421')
    const list = await holdOperation(page, 'Products')
    await price.press('Tab')
    await list.asked
    expect(await stock.evaluate((field) => field === document.activeElement)).toBe(true)
    await sell('nilgiri-frost')
    const read = page.waitForResponse((answer) => answer.request().postData()?.includes('query Products') ?? false)
    list.release()
    await read
    await page.getByText('Price of “Nilgiri Frost Tea”: ₹421.00').waitFor()
    await stock.press('Enter')
    await expect.poll(() => stock.inputValue()).toBe(String(before - 1))
    expect(await stockOf('nilgiri-frost')).toBe(before - 1)

    await stock.fill('7')
    await sell('nilgiri-frost')
    await stock.press('Enter')
    await page.getByText(`Changed meanwhile: the stock is ${before - 2} now.`).waitFor()
    expect(await stockOf('nilgiri-frost')).toBe(before - 2)
    await close()
  })

  it('waits in a cell while one looks into another window', async () => {
    const { page, close } = await desk.open({ path: 'products' })
    const stock = page.getByLabel('Stock of Nilgiri Frost Tea')
    await stock.waitFor()
    const before = await stockOf('nilgiri-frost')
    await stock.fill('')
    // As browsers do: the field has no focus, but stays the active element.
    await stock.evaluate((field) => {
      field.dispatchEvent(new FocusEvent('blur'))
      field.dispatchEvent(new FocusEvent('focus'))
    })
    await stock.pressSequentially('41')
    await stock.press('Enter')
    await page.getByText('Stock of “Nilgiri Frost Tea”: 41').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => stockOf('nilgiri-frost')).toBe(before)
    await close()
  })

  it('is not typed into a form while that is saved', async () => {
    const { page, close } = await desk.open({ path: 'discounts/FRIENDS20' })
    const uses = page.getByLabel('Uses in all')
    await uses.fill('91')
    const save = await holdOperation(page, 'SaveDiscount')
    await uses.press('Enter')
    await save.asked
    expect(await uses.isDisabled()).toBe(true)
    save.release()
    await page.getByText('Saved', { exact: true }).waitFor()
    await expect.poll(() => uses.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await uses.inputValue()).toBe('91')
    await close()
  })

  it('for one order is not there in another, which shows nothing of the first while it loads', async () => {
    const shopper = clientOf(desk.shop, 'demo', 'REST')
    const items = [{ id: await productIdOf(desk.shop, desk.store, 'nilgiri-frost'), qty: 1 }]
    const [first, second] = [await buy(desk.shop, shopper, { items }), await buy(desk.shop, shopper, { items })]
    const { page, close } = await desk.open({ path: `orders/${first.orderNo}` })
    const note = page.getByPlaceholder('Note, which the buyer does not see')
    await note.fill('Of the first order')
    const navigation = await page.getByRole('navigation').first().elementHandle()
    const order = await holdOperation(page, 'Order')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(second.orderNo)
    await page.locator('.finder-item', { hasText: second.orderNo }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Order ${second.orderNo}` }).waitFor()
    await order.asked
    expect(await page.getByRole('button', { name: 'Ship' }).count()).toBe(0)
    expect(await note.count()).toBe(0)
    order.release()
    await page.getByRole('button', { name: 'Ship' }).waitFor()
    expect(await note.inputValue()).toBe('')
    // What stands around the places stays.
    expect(await navigation?.evaluate((element) => element.isConnected)).toBe(true)
    await close()
  })
})
