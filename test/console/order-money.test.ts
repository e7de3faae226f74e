import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { dataOf, productIdOf, signUpWithPoints, stockOf } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { collected, deliveringStore, inputOf } from '../support/collected-fields.ts'
import { signal } from '../support/hold.ts'
import { needs } from '../support/needs.ts'
import { newPhone } from '../support/phones.ts'
import { generousHolds } from '../support/shop.ts'
import { closeByEscape, type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk
let shopper: StorefrontClient

const BY_BIKE = { country: 'IN', region: 'IN-KA', postalCode: '560038', method: 'bike' }

/** One loaf for 60, 40 for the bicycle (none at the counter) and 15 for the cash. */
async function order(method = 'bike', name = 'Ravi'): Promise<string> {
  const items = [{ id: await productIdOf(desk.shop, desk.store, 'bread'), qty: 1 }]
  const buyer = { name, phone: newPhone(), address: '4 Hill Road' }
  const input = { items, buyer, delivery: { ...BY_BIKE, method }, paymentMethod: 'cod' }
  return (await dataOf(shopper.checkout(input))).orderNo
}
const ask = (mutation: string) => desk.owner.ask(`mutation { ${mutation} { __typename } }`)
const ship = (orderNo: string) => ask(`setOrderStatus(orderNo: "${orderNo}", status: SHIPPED)`)
const pay = (orderNo: string, amount: number) =>
  ask(`recordPayment(orderNo: "${orderNo}", amount: ${amount}, idempotencyKey: "${orderNo}-${amount}")`)
const stateOf = async (orderNo: string) =>
  (
    await desk.owner.ask(
      `{ order(orderNo: "${orderNo}") { status paymentStatus collected toCollect refundedAmount refusedAt readyAt needsAttention } }`,
    )
  ).order

const said = (page: Page, text: string | RegExp) =>
  page.locator('.toast').getByText(text, { exact: true }).first().waitFor()
const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('how an order goes, and its money, in the console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk(deliveringStore, { holdLimits: generousHolds })
    shopper = clientOf(desk.shop, desk.store.subdomain, 'REST')
  })
  afterAll(() => desk?.close())

  it('all that checkout has collected is on the order and on its slip', async () => {
    const fields = collected(await productIdOf(desk.shop, desk.store, 'assam'))
    const asha = await signUpWithPoints(desk.shop, desk.store, shopper, 100)
    const { orderNo } = await dataOf(shopper.checkout(inputOf(fields), { token: asha.token }))
    const { page, complaints, goTo, close } = await desk.open({ path: `orders/${orderNo}` })
    await page.getByText('By bicycle').waitFor()
    const shown = await page.locator('#content').innerText()
    await expectGood(page, 'order-delivery')
    await goTo(`slips?orders=${orderNo}`)
    await page.locator('.slip').waitFor()
    const slip = await page.locator('.slip').innerText()
    await expectGood(page, 'slip-delivery')
    for (const [path, { inWords }] of Object.entries(fields)) {
      if (inWords === null) continue
      expect([path, shown]).toEqual([path, expect.stringContaining(inWords)])
      // Whoever packs has no use for an email.
      if (path !== 'buyer.email') expect([path, slip]).toEqual([path, expect.stringContaining(inWords)])
    }
    for (const text of ['Bengaluru', '₹305.00']) {
      expect(shown).toContain(text)
      expect(slip).toContain(text)
    }
    expect(shown).toContain('₹15.00')
    expect(shown).toMatch(/The buyer will earn \d+ points when the order is paid\./)
    expect(slip).toContain('Lake Bakery')
    expect(complaints).toEqual([])
    await close()
  })

  it('“Delivered” asks for the money, and is taken back with it', async () => {
    const orderNo = await order()
    await ship(orderNo)
    const { page, close } = await desk.open({ path: `orders/${orderNo}` })
    await button(page, 'Mark as delivered').click()
    await page.getByRole('dialog').getByText('₹115.00 received?').waitFor()
    await expectGood(page, 'received')
    await page.getByRole('button', { name: 'Yes, ₹115.00 received' }).click()
    await said(page, `Order ${orderNo} delivered, ₹115.00 received`)
    await button(page, 'Refund').click()
    await page.getByText('At most ₹115.00, which is what was paid').waitFor()
    expect(await page.getByLabel('I have sent the money myself').count()).toBe(0)
    await closeByEscape(page)
    expect(await stateOf(orderNo)).toMatchObject({ status: 'DELIVERED', paymentStatus: 'PAID', collected: 115 })
    await choose(page, 'Undo “Delivered”')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo', exact: true }).click()
    await said(page, `Order ${orderNo} is as before`)
    expect(await stateOf(orderNo)).toMatchObject({ status: 'SHIPPED', paymentStatus: 'PENDING', toCollect: 115 })
    await page.locator('.timeline').getByText('“Delivered” undone').waitFor()
    await page.locator('.timeline').getByText('Payment undone').waitFor()
    await page.getByText(/^Undone /).waitFor()
    // Nothing is paid that could go back.
    expect(await button(page, 'Refund').count()).toBe(0)
    await expectGood(page, 'undone')
    await button(page, 'Mark as delivered').click()
    await page.getByRole('button', { name: 'Not yet: it stays due' }).click()
    await said(page, `Order ${orderNo} delivered`)
    expect(await stateOf(orderNo)).toMatchObject({ status: 'DELIVERED', paymentStatus: 'PENDING', toCollect: 115 })
    await close()
  })

  it('a packer who may not record money filters by day, and hears what stays to collect', async () => {
    const orderNo = await order()
    await ship(orderNo)
    const { page, close } = await desk.open({ path: 'orders?day=2020-01-01', scopes: ['orders'] })
    await page.getByText('No order matches').waitFor()
    await page.getByLabel('Delivery on').waitFor()
    expect(await page.getByLabel('Zone').count()).toBe(0)
    await page.getByRole('link', { name: 'Show all orders' }).click()
    await page.getByRole('link', { name: orderNo }).click()
    await button(page, 'Mark as delivered').click()
    await said(page, `Order ${orderNo} delivered. ₹115.00 are still to collect`)
    expect(await stateOf(orderNo)).toMatchObject({ status: 'DELIVERED', paymentStatus: 'PENDING', toCollect: 115 })
    await close()
  })

  it('a recorded payment is taken back', async () => {
    const orderNo = await order()
    await pay(orderNo, 50)
    const { page, close } = await desk.open({ path: `orders/${orderNo}` })
    await page.locator('.plain-list').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the payment' }).click()
    await said(page, 'Payment of ₹50.00 undone')
    expect(await stateOf(orderNo)).toMatchObject({ collected: 0, toCollect: 115 })
    await close()
  })

  it('a parcel is refused at the door on a phone, its goods are back, and the advance is kept', async () => {
    const orderNo = await order()
    await pay(orderNo, 50)
    await ship(orderNo)
    const before = (await stockOf(desk.shop, desk.store, 'bread')) ?? 0
    const { page, close } = await desk.open({ path: `orders/${orderNo}`, size: 'phone' })
    await choose(page, 'Refused at the door')
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('The goods are back').isChecked()).toBe(true)
    await dialog.getByLabel('What becomes of the ₹50.00 that was paid?').selectOption('I keep ₹50.00')
    await expectGood(page, 'refused')
    await dialog.getByRole('button', { name: 'Refused at the door' }).click()
    await said(page, `Order ${orderNo} refused at the door`)
    expect(await stateOf(orderNo)).toMatchObject({ status: 'CANCELLED', collected: 50, needsAttention: null })
    expect(await stockOf(desk.shop, desk.store, 'bread')).toBe(before + 1)
    await close()
  })

  it('an order for which something was paid is cancelled, and the money given back', async () => {
    const orderNo = await order()
    await pay(orderNo, 50)
    const { page, close } = await desk.open({ path: `orders/${orderNo}` })
    await choose(page, 'Cancel the order')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What becomes of the ₹50.00 that was paid?').selectOption('I give ₹50.00 back')
    await dialog.getByRole('button', { name: 'Cancel the order' }).click()
    await said(page, `Order ${orderNo} cancelled`)
    expect(await stateOf(orderNo)).toMatchObject({ status: 'CANCELLED', refundedAmount: 50, needsAttention: null })
    await close()
  })

  it('an order for pick-up is ready, and picked up', async () => {
    const orderNo = await order('counter')
    const { page, close } = await desk.open({ path: `orders/${orderNo}` })
    await button(page, 'Ready').click()
    await said(page, `Order ${orderNo} is ready for pick-up`)
    await page.locator('.badge').getByText('Ready for pick-up').waitFor()
    expect(await button(page, 'Ship').count()).toBe(0)
    await expectGood(page, 'ready')
    await button(page, 'Picked up').click()
    await page.getByRole('button', { name: /^Yes, / }).click()
    await page.locator('.badge').getByText('Picked up').waitFor()
    expect(await stateOf(orderNo)).toMatchObject({ status: 'DELIVERED', paymentStatus: 'PAID' })
    await close()
  })

  it('the list is filtered by method, zone and day', async () => {
    const [bike, counter] = [await order('bike', 'Bimal'), await order('counter', 'Chitra')]
    const { page, goTo, close } = await desk.open({ path: 'orders' })
    await page.getByLabel('Delivery method').selectOption('At the counter')
    await page.getByRole('link', { name: bike }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: counter }).waitFor()
    await page.getByLabel('Delivery method').selectOption('By bicycle')
    await page.getByLabel('Zone').selectOption('Bengaluru')
    await page.getByRole('link', { name: bike }).waitFor()
    const { from } = (await desk.owner.ask(`{ order(orderNo: "${bike}") { delivery { from } } }`)).order.delivery
    await page.getByLabel('Delivery on').fill(from)
    await page.getByRole('link', { name: bike }).waitFor()
    await expectGood(page, 'orders-by-delivery')
    await goTo('orders?day=2020-01-01')
    await page.getByText('No order matches').waitFor()
    await close()
  })
})

describe('many orders in the console', needs(noBrowser), () => {
  const MANY = 60
  const numbers: string[] = []
  beforeAll(async () => {
    desk = await openDesk(deliveringStore, { holdLimits: generousHolds })
    shopper = clientOf(desk.shop, desk.store.subdomain, 'REST')
    for (let index = 0; index < MANY; index += 1) numbers.push(await order('bike', `Buyer ${index}`))
  })
  afterAll(() => desk?.close())

  it('all of them are printed, a sheet each', async () => {
    const { page, close } = await desk.open({ path: `slips?orders=${numbers.join(',')}` })
    await page.getByRole('button', { name: `Print ${MANY} slips` }).waitFor()
    expect(await page.locator('.slip').count()).toBe(MANY)
    expect(await page.locator('.slip').getByText('Not paid. To collect: ₹115.00').count()).toBe(MANY)
    const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(MANY)
    await close()
  })

  it('all of them are shipped in one request', async () => {
    const { page, close } = await desk.open({ path: 'orders?status=CONFIRMED' })
    let requests = 0
    page.on('request', (request) => {
      if (/shipOrders|setOrderStatus/.test(request.postData() ?? '')) requests += 1
    })
    const [answered, answer] = signal()
    await page.route('**/graphql*', async (route) => {
      if (!route.request().postData()?.includes('shipOrders')) return route.fallback()
      const response = await route.fetch()
      await answered
      await route.fulfill({ response })
    })
    await page.getByLabel('Choose all').first().check()
    await page.getByText(`${MANY} orders chosen`).waitFor()
    await page.getByRole('button', { name: `Ship ${MANY}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ship' }).click()
    // The list is read again meanwhile, and has none of them any more.
    await page.getByText('No order matches').waitFor()
    await page.getByRole('button', { name: `Shipped ${MANY} of ${MANY}…` }).waitFor()
    answer()
    await said(page, `${MANY} orders shipped`)
    expect(await page.locator('.selection').count()).toBe(0)
    expect(requests).toBe(1)
    await close()
  })
})
