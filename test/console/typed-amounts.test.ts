import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser, picture } from '../support/browser.ts'
import { buy, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { needs } from '../support/needs.ts'
import { type Desk, openDesk } from './support/owner.ts'

let desk: Desk

const priceOf = async (slug: string): Promise<number> =>
  (await desk.owner.ask('query ($slug: String!) { product(slug: $slug) { price } }', { slug })).product.price

const understood = (page: Page, text: string) => page.getByText(`= ${text}`, { exact: true }).waitFor()

describe('an amount that is typed in the console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk?.close())

  it('is what people mean by it, and stands below the cell before it is saved', async () => {
    const { page, close } = await desk.open({ path: 'products' })
    const price = page.getByLabel('Price of Nilgiri Frost Tea')
    await price.fill('12,500')
    await understood(page, '₹12,500.00')
    await picture(page, 'typed-amount-cell')
    await price.press('Enter')
    await page.getByText('Price of “Nilgiri Frost Tea”: ₹12,500.00').waitFor()
    await expect.poll(() => priceOf('nilgiri-frost')).toBe(12_500)
    expect(await price.inputValue()).toBe('12500.00')

    await price.fill('₹ 1,299.50')
    await understood(page, '₹1,299.50')
    await price.press('Enter')
    await expect.poll(() => priceOf('nilgiri-frost')).toBe(1299.5)
    await close()
  })

  it('is not guessed, and has no more decimals than the currency', async () => {
    const { page, close } = await desk.open({ path: 'products' })
    const before = await priceOf('nilgiri-frost')
    const price = page.getByLabel('Price of Nilgiri Frost Tea')
    await price.fill('12,500')
    const describes = () => price.evaluate((field) => field.getAttribute('aria-describedby'))
    await expect.poll(async () => page.locator(`[id="${await describes()}"]`).textContent()).toBe('= ₹12,500.00')
    await price.fill('1.499')
    await page.getByText('“1.499” can be read in two ways. Type 1499, or a number with at most 2 decimals.').waitFor()
    expect(await page.locator(`[id="${await describes()}"]`).textContent()).toContain('in two ways')
    await price.press('Enter')
    await price.fill('499.5051')
    await price.press('Enter')
    await page.getByText('Type a number with at most 2 decimals.', { exact: true }).waitFor()
    expect(await priceOf('nilgiri-frost')).toBe(before)
    await close()
  })

  it('is read alike in forms', async () => {
    const { page, goTo, close } = await desk.open({ path: 'settings/shipping', size: 'phone', scheme: 'dark' })
    await page.getByLabel('Free from').fill('१,५००')
    await understood(page, '₹1,500.00')
    await picture(page, 'typed-amount-form')
    await page.getByLabel('Weight of a product').fill('1,250')
    await understood(page, '1,250')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { store } = await desk.owner.ask('{ store { shipping { freeFrom defaultWeight } } }')
    expect(store.shipping).toEqual({ freeFrom: 1500, defaultWeight: 1250 })

    await goTo('discounts/FRIENDS20')
    await page.getByLabel('For goods worth at least').fill('2 500')
    await understood(page, '₹2,500.00')
    await page.getByLabel('Uses in all').fill('1.5')
    await page.getByText('Type a whole number.', { exact: true }).waitFor()
    await page.getByLabel('Uses in all').fill('1,500')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { discount } = await desk.owner.ask('{ discount(code: "FRIENDS20") { minSubtotal usageLimit } }')
    expect(discount).toEqual({ minSubtotal: 2500, usageLimit: 1500 })
    await close()
  })

  it('is refunded as it was understood', async () => {
    const shopper = clientOf(desk.shop, 'demo', 'REST')
    const items = [{ id: await productIdOf(desk.shop, desk.store, 'nilgiri-frost'), qty: 3 }]
    const { orderNo } = await buy(desk.shop, shopper, { items })
    const { page, close } = await desk.open({ path: `orders/${orderNo}` })
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('1,200')
    await understood(page, '₹1,200.00')
    await dialog.getByText('The buyer gets ₹1,200.00').waitFor()
    await dialog.getByLabel('Reason').fill('One was broken')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await page.getByText('Refund started').waitFor()
    const { order } = await desk.owner.ask(
      'query ($orderNo: String!) { order(orderNo: $orderNo) { refunds { amount } } }',
      { orderNo },
    )
    expect(order.refunds).toEqual([{ amount: 1200 }])
    await close()
  })
})
