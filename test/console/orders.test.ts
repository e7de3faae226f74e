import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { buy, dataOf, productIdOf } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { needs } from '../support/needs.ts'
import { newPhone } from '../support/phones.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

const MARKUP = '<img src=x onerror="document.title=`broken`"> & <b>Ravi</b>'

let desk: Desk
let shopper: StorefrontClient

/** @returns its number */
async function order(name = 'Ravi Kumar'): Promise<string> {
  const items = [{ id: await productIdOf(desk.shop, desk.store, 'nilgiri-frost'), qty: 2 }]
  const buyer = { name, phone: newPhone(), address: '12 Lake Road, Kolkata' }
  return (await buy(desk.shop, shopper, { items, buyer })).orderNo
}

const statusOf = async (orderNo: string): Promise<any> =>
  (
    await desk.owner.ask(
      'query ($orderNo: String!) { order(orderNo: $orderNo) { status version refundedAmount events { kind detail actor } trackingNumber } }',
      { orderNo },
    )
  ).order

const said = (page: Page, text: string | RegExp) =>
  page.locator('.toast').getByText(text, { exact: true }).first().waitFor()

describe('orders in the console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
    shopper = clientOf(desk.shop, 'demo', 'REST')
    // Enough for all that is bought here.
    const id = await productIdOf(desk.shop, desk.store, 'nilgiri-frost')
    await desk.owner.ask('mutation ($id: ID!) { changeStock(productId: $id, by: 500) { id } }', { id })
  })
  afterAll(() => desk?.close())

  it('a new order arrives without a reload, on today’s page and in its plot', async () => {
    const { page, complaints, close } = await desk.open({ path: '?money=test' })
    const orders = page.locator('.tile', { hasText: 'Orders' }).locator('.tile-value')
    await orders.waitFor()
    const before = Number(await orders.innerText())
    await page.getByText('Figures').click()
    const orderNo = await order('Leela')
    await said(page, new RegExp(`^New order ${orderNo}: Leela`))
    await expect.poll(() => orders.innerText()).toBe(String(before + 1))
    const ordersByHour = await page.locator('.plot-table tbody td[data-label="Orders"]').allInnerTexts()
    expect(ordersByHour.reduce((sum, text) => sum + Number(text), 0)).toBe(before + 1)
    await page.getByRole('link', { name: /to ship/ }).waitFor()
    await expectGood(page, 'today')
    expect(complaints).toEqual([])
    await close()
  })

  it('a day on the phone: an order is found, shipped with its tracking, and noted', async () => {
    const orderNo = await order()
    const { page, complaints, close } = await desk.open({ path: 'orders', size: 'phone' })
    await page.getByPlaceholder(/^Search by number/).fill(orderNo)
    await page.getByText('1 in all').waitFor()
    await expectGood(page, 'orders')
    await page.getByRole('link', { name: orderNo }).click()
    await page.getByPlaceholder(/^Note/).fill('Packed by Leela')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.locator('.timeline').getByText('Packed by Leela').waitFor()
    await page.getByRole('button', { name: 'Ship', exact: true }).click()
    await page.getByLabel('Carrier').fill('India Post')
    await page.getByLabel('Tracking number').fill('EE123456789IN')
    await page.getByLabel('Tracking link').fill('www.example.com/EE123456789IN')
    await page.getByText('No mail server is set up: the buyer gets no mail.').waitFor()
    await expectGood(page, 'ship')
    await page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }).click()
    await said(page, `Order ${orderNo} shipped`)
    await page.getByRole('button', { name: 'Mark as delivered' }).waitFor()
    await expectGood(page, 'order')
    expect(await statusOf(orderNo)).toMatchObject({ status: 'SHIPPED', trackingNumber: 'EE123456789IN' })
    const link = page.getByRole('link', { name: 'EE123456789IN' })
    expect(await link.getAttribute('href')).toBe('https://www.example.com/EE123456789IN')
    expect(complaints).toEqual([])
    await close()
  })

  it('a mistake of the server stands in the dialog, and what was typed stays', async () => {
    const orderNo = await order()
    const { page, close } = await desk.open({ path: `orders/${orderNo}` })
    await page.getByRole('button', { name: 'Ship', exact: true }).click()
    await page.getByLabel('Carrier').fill('India Post')
    // Somebody else is faster; the event stream shows it, but the dialog is of the version before.
    const { version } = await statusOf(orderNo)
    await desk.owner.ask(
      'mutation ($orderNo: String!, $version: Int) { setOrderStatus(orderNo: $orderNo, version: $version, status: CANCELLED) { id } }',
      { orderNo, version },
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await page.getByLabel('Carrier').inputValue()).toBe('India Post')
    await close()
  })

  it('a part is refunded, once, with what it means said before', async () => {
    const orderNo = await order()
    const { page, close } = await desk.open({ path: `orders/${orderNo}` })
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('100')
    await dialog.getByLabel('Reason').fill('One tin was dented')
    await dialog.getByText(/^The buyer gets ₹100\.00; ₹\d+\.\d\d stays with you\.$/).waitFor()
    await dialog.getByLabel('All the goods are back').check()
    await dialog.getByText('Nilgiri Frost Tea: 2 back in stock.').waitFor()
    await dialog.getByLabel('All the goods are back').uncheck()
    await dialog.getByLabel('Amount').fill('100000')
    await dialog.locator('.field-mistake').waitFor()
    await dialog.getByLabel('Amount').fill('100')
    await dialog.getByText(/^The buyer gets ₹100\.00/).waitFor()
    await expectGood(page, 'refund')
    await dialog.getByRole('button', { name: 'Refund' }).dblclick()
    await said(page, 'Refund started')
    await expect.poll(async () => (await statusOf(orderNo)).refundedAmount).toBe(100)
    const refund = page.locator('.plain-list li', { hasText: 'One tin was dented' })
    await refund.getByText(/Desk · One tin was dented/).waitFor()
    await refund.getByText(/^Through the provider/).waitFor()
    await close()
  })

  it('one that is not paid yet says until when it is held, and what the buyer was told', async () => {
    const items = [{ id: await productIdOf(desk.shop, desk.store, 'nilgiri-frost'), qty: 1 }]
    const placed = await dataOf(
      shopper.checkout({ items, buyer: { name: 'Ann', phone: newPhone(), address: '1 Lane' }, discountCode: 'NONE' }),
    )
    const { page, close } = await desk.open({ path: `orders/${placed.orderNo}` })
    await page.getByText(/^Goods, discount and points are held for it until /).waitFor()
    await page.getByText(/^At checkout the buyer was told: ./).waitFor()
    await close()
  })

  it('cancelling asks first and names what is lost', async () => {
    const orderNo = await order()
    const { page, close } = await desk.open({ path: `orders/${orderNo}` })
    const cancel = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Cancel the order' }).click()
    }
    await cancel()
    await page
      .getByRole('alertdialog')
      .getByText(/stays paid: refund it as well/)
      .waitFor()
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect((await statusOf(orderNo)).status).toBe('CONFIRMED')
    await cancel()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the order' }).click()
    await said(page, `Order ${orderNo} cancelled`)
    expect((await statusOf(orderNo)).status).toBe('CANCELLED')
    await close()
  })

  it('several are shipped at once and printed as slips', async () => {
    const numbers = [await order('Anna'), await order('Berta')]
    const { page, close } = await desk.open({ path: 'orders?status=CONFIRMED' })
    for (const orderNo of numbers) await page.getByLabel(`Choose order ${orderNo}`).check()
    await page.getByText('2 orders chosen').waitFor()
    await page.getByRole('link', { name: 'Print packing slips' }).click()
    await expect.poll(() => page.locator('.slip').count()).toBe(2)
    await expectGood(page, 'slips')
    await page.goBack()
    for (const orderNo of numbers) await page.getByLabel(`Choose order ${orderNo}`).check()
    await page.getByRole('button', { name: 'Ship 2' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ship' }).click()
    await said(page, '2 orders shipped')
    for (const orderNo of numbers) expect((await statusOf(orderNo)).status).toBe('SHIPPED')
    await close()
  })

  it('a name full of markup is text, everywhere', async () => {
    const orderNo = await order(MARKUP)
    const { page, complaints, goTo, close } = await desk.open({ path: `orders?q=${orderNo}` })
    await page.locator('td bdi', { hasText: MARKUP }).waitFor()
    await goTo(`orders/${orderNo}`)
    await page.locator('.card bdi', { hasText: MARKUP }).first().waitFor()
    await goTo(`slips?orders=${orderNo}`)
    await page.locator('.slip .address', { hasText: MARKUP }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(orderNo)
    await page.locator('.finder-item', { hasText: MARKUP }).waitFor()
    expect(await page.title()).not.toBe('broken')
    expect(complaints).toEqual([])
    await close()
  })

  it('Ctrl-K finds an order and opens it by the keyboard alone', async () => {
    const orderNo = await order()
    const { page, close } = await desk.open()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(orderNo)
    await page.locator('.finder-item', { hasText: orderNo }).waitFor()
    await expectGood(page, 'finder')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Order ${orderNo}` }).waitFor()
    await close()
  })

  it('a key that only reads sees orders and can do nothing to them', async () => {
    const orderNo = await order()
    const { page, close } = await desk.open({ path: `orders/${orderNo}`, scopes: ['read'] })
    await page.getByText('12 Lake Road').waitFor()
    for (const name of ['Ship', 'Refund', 'Add note', 'More actions']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    }
    await close()
  })
})
