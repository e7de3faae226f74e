import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { holdAnswer, holdOperation } from '../support/hold.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, exported, openDesk } from './support/owner.ts'

const MARKUP = '<img src=x onerror="document.title=1"><b>=1+1</b>'

const bundle = {
  store: { subdomain: 'tea', lowStockThreshold: 3 },
  products: [
    { slug: 'assam', name: 'Assam', price: 499, salePrice: 399.5, stock: 2, category: 'Black tea', displayOrder: 1 },
    { slug: 'sold', name: 'Sencha', price: 480, stock: 0, category: 'Green tea', displayOrder: 2 },
    { slug: 'free', name: 'Mint', price: 180, category: 'Herbs', displayOrder: 3 },
    {
      ...{ slug: 'pu-erh', name: 'Pu-erh', price: 600, displayOrder: 4 },
      variants: [
        { options: { size: '100g' }, stock: 4 },
        { options: { size: '250g' }, stock: 9 },
      ],
    },
    { slug: 'markup', name: MARKUP, price: 1, active: false, displayOrder: 5 },
  ],
}

let desk: Desk

const stored = async (slug: string) =>
  (
    await desk.owner.ask(`query ($slug: String!) { product(slug: $slug) { id version name price stock active } }`, {
      slug,
    })
  ).product

describe('the products of a store, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk(bundle)
  })
  afterAll(() => desk?.close())

  it('are listed, filtered and found, and say what is low', async () => {
    const { page, complaints, goTo, close } = await desk.open({ path: 'products' })
    const rows = page.getByRole('table', { name: 'Products' }).getByRole('row')
    await rows.nth(5).waitFor()
    expect(await rows.allInnerTexts()).toHaveLength(6)
    await rows.nth(1).getByText('Low', { exact: true }).waitFor()
    expect(await rows.nth(2).innerText()).toContain('Sold out')
    expect(await rows.nth(4).innerText()).toContain('13 in 2 variants')
    expect(await rows.nth(5).innerText()).toContain(MARKUP)
    expect(await page.title()).toBe('Products · Tea House')
    await expectGood(page, 'products')

    await page.locator('.choice-filter select').nth(1).selectOption('Out of stock')
    await page.getByText('1 in all').waitFor()
    expect(await rows.nth(1).innerText()).toContain('Sencha')
    await page.getByRole('searchbox').fill('nothing like this')
    await page.getByText('No product matches').waitFor()
    await page.getByRole('link', { name: 'Show all products' }).click()
    await rows.nth(5).waitFor()
    await goTo('products?category=Black+tea')
    await page.getByText('1 in all').waitFor()
    const [, ...lines] = (await exported(page, 'Products, plain CSV')).trim().split('\r\n')
    expect(new Set(lines.map((line) => line.split(',')[0]))).toEqual(new Set(['assam']))
    expect(complaints).toEqual([])
    await close()
  })

  it('change their price and stock in the table, with an undo', async () => {
    const { page, complaints, close } = await desk.open({ path: 'products', size: 'phone' })
    const price = page.getByLabel('Price of Assam')
    await price.fill('399')
    await price.press('Enter')
    await page.getByText('Not below the sale price, ₹399.50.').waitFor()
    expect((await stored('assam')).price).toBe(499)
    await price.fill('510.50')
    await price.press('Enter')
    await page.getByText('Price of “Assam”: ₹510.50').waitFor()
    expect((await stored('assam')).price).toBe(510.5)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Price of “Assam”: ₹499.00').waitFor()
    expect((await stored('assam')).price).toBe(499)

    const stock = page.getByLabel('Stock of Mint')
    await stock.fill('1.5')
    await stock.press('Enter')
    await page.getByText('Type a whole number.').waitFor()
    await stock.fill('12')
    await stock.press('Enter')
    await page.getByText('Stock of “Mint”: 12').waitFor()
    expect((await stored('free')).stock).toBe(12)

    await page.getByLabel('Sencha is in the shop').click()
    await page.getByText('“Sencha” is archived').waitFor()
    expect((await stored('sold')).active).toBe(false)
    await expectGood(page, 'products-phone')
    expect(complaints).toEqual([])
    await close()
  })

  it('keep what is typed when a setting arrives late', async () => {
    const { page, goTo, close } = await desk.open({ path: 'settings' })
    const threshold = await holdOperation(page, 'LowStockThreshold')
    await goTo('products')
    await threshold.asked
    const price = page.getByLabel('Price of Assam')
    await price.fill('777')
    threshold.release()
    await page.locator('.badge', { hasText: 'Low' }).waitFor()
    expect(await price.inputValue()).toBe('777')
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Price of Assam')
    await page.keyboard.press('Escape')
    await close()
  })

  it('show what was changed, not a list from before that arrives late', async () => {
    const { page, goTo, close } = await desk.open({ path: 'settings' })
    await goTo('products')
    const price = page.getByLabel('Price of Mint')
    await price.waitFor()
    const list = await holdAnswer(page, 'query Products')
    await page.locator('.choice-filter select').first().selectOption('Herbs')
    await list.asked
    await price.fill('190')
    await price.press('Enter')
    await page.getByText('Price of “Mint”: ₹190.00').waitFor()
    list.release()
    await page.getByText('1 in all').waitFor()
    expect(await price.inputValue()).toBe('190.00')
    await close()
  })

  it('are listed as filtered, also when a change was refused while the list was on its way', async () => {
    const { page, goTo, close } = await desk.open({ path: 'settings' })
    await goTo('products')
    const price = page.getByLabel('Price of Sencha')
    await price.waitFor()
    const { id, version } = await stored('sold')
    const change = 'mutation ($input: ProductInput!) { upsertProduct(input: $input) { id } }'
    await desk.owner.ask(change, { input: { id, version, price: 490 } })
    const list = await holdAnswer(page, 'query Products')
    await page.locator('.choice-filter select').first().selectOption('Green tea')
    await list.asked
    await price.fill('500')
    await price.press('Enter')
    await page.getByText('Changed meanwhile: the price is ₹490.00 now.').waitFor()
    list.release()
    await page.getByText('1 in all').waitFor()
    expect(await price.inputValue()).toBe('490.00')
    await close()
  })

  it('show what somebody else has set meanwhile, before one’s own value replaces it', async () => {
    const { page, close } = await desk.open({ path: 'products' })
    const price = page.getByLabel('Price of Pu-erh')
    await price.waitFor()
    const before = await stored('pu-erh')
    const change = 'mutation ($input: ProductInput!) { upsertProduct(input: $input) { id } }'
    await desk.owner.ask(change, { input: { id: before.id, version: before.version, price: 640 } })
    await price.fill('650')
    await price.press('Enter')
    await page.getByText('Changed meanwhile: the price is ₹640.00 now.').waitFor()
    await expect.poll(() => price.inputValue()).toBe('640.00')
    expect((await stored('pu-erh')).price).toBe(640)
    await page.getByRole('button', { name: 'Save mine' }).click()
    await page.getByText('Price of “Pu-erh”: ₹650.00').waitFor()
    expect((await stored('pu-erh')).price).toBe(650)

    // Something else of the product is no conflict.
    await desk.owner.ask(change, { input: { id: before.id, version: before.version + 2, brand: 'Menghai' } })
    await price.fill('660')
    await price.press('Enter')
    await page.getByText('Price of “Pu-erh”: ₹660.00').waitFor()

    const { id } = await stored('assam')
    const stock = page.getByLabel('Stock of Assam')
    await desk.owner.ask('mutation ($id: ID!) { changeStock(productId: $id, by: 7) { id } }', { id })
    await stock.fill('3')
    await stock.press('Enter')
    await page.getByText('Changed meanwhile: the stock is 9 now.').waitFor()
    await expect.poll(() => stock.inputValue()).toBe('9')
    await page.getByRole('button', { name: 'Leave it' }).click()
    expect((await stored('assam')).stock).toBe(9)
    await close()
  })

  it('are only shown to those who may not change them', async () => {
    const { page, close } = await desk.open({ path: 'products', scopes: ['read'] })
    await page.getByRole('table', { name: 'Products' }).waitFor()
    expect(await page.getByLabel('Price of Assam').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'New product' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Assam' }).click()
    await page.getByRole('heading', { name: 'Assam' }).waitFor()
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Archive' }).count()).toBe(0)
    await close()
  })
})
