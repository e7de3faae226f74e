import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { maskedAddress } from '../../src/commerce/orders/shown/shown-address.ts'
import { violations } from '../support/axe.ts'
import { looks, measure, noBrowser, openBrowser, openPage, picture } from '../support/browser.ts'
import { buy } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { needs } from '../support/needs.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { customerOf, type ShopVisitor, visitorOf } from '../support/visitor.ts'

/** Milliseconds by which the service's clock is ahead. */
let ahead = 0
afterEach(() => {
  ahead = 0
})

const shop = await forAllTests(
  openShop({
    showsMails: true,
    clock: () => new Date(Date.now() + ahead),
    policies: { read: unlimited, cart: unlimited, checkout: unlimited, track: unlimited },
  }),
)
const tea = await shop.addStore({
  // Neither the server's time zone nor the browser's.
  store: { businessName: 'Tea', timeZone: 'Asia/Tokyo', cancellableMinutes: 60, payments: { provider: 'sandbox' } },
  products: [{ slug: 'assam', name: 'Assam', price: 399.5 }],
})
const { id } = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: tea.id } })
const india = await shop.addStore(JSON.parse(readFileSync('examples/india-store.json', 'utf8')))
const chai = await shop.database.prisma.product.findFirstOrThrow({
  where: { storeId: india.id, slug: 'masala-chai' },
  include: { variants: true },
})
const ADDRESS = '14 Chapel Road, Mumbai 400050'
const buyer = { 'buyer.name': 'Asha Rao', 'buyer.address': ADDRESS }
const text = (body: string) => body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

/** @returns the path of its page, for the payment or not */
async function order(tab: Pick<ShopVisitor, 'post'>, phone: string, more: Record<string, string> = {}) {
  await tab.post('/cart/add', { id, qty: '3' })
  return String((await tab.post('/checkout', { ...buyer, 'buyer.phone': phone, ...more })).to)
}

/** From the Indian store, without the payment provider. */
async function orderThere(more: Record<string, string>): Promise<{ tab: ShopVisitor; path: string }> {
  const tab = visitorOf(shop, india.subdomain)
  await tab.post('/cart/add', { id: chai.id, variantId: chai.variants[0]?.id ?? '', qty: '1' })
  const terms = {
    ...{ ...buyer, 'buyer.phone': newPhone(), 'buyer.email': 'asha@example.com', paymentMethod: 'cod' },
    ...{ 'delivery.country': 'IN', 'delivery.region': 'IN-DL', 'delivery.postalCode': '110001', ...more },
  }
  const shownIn = (body: string) =>
    (/name="shown" value="([^"]*)"/.exec(body)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  // A new place first shows its cheapest method.
  let { body, to } = await tab.post('/checkout/update', terms)
  for (let tries = 0; to === null && tries < 3; tries += 1)
    ({ body, to } = await tab.post('/checkout', { ...terms, shown: shownIn(body) }))
  if (to === null) throw new Error(text(body))
  return { tab, path: to }
}

const timeInTokyo = (at: Date) =>
  new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone: 'Asia/Tokyo' }).format(at)

it.each([
  [ADDRESS, '… Mumbai …050'],
  ['Leopoldstr. 3\n80331 München', '… München'],
  ['14 Chapel Road Mumbai', '…bai'],
  ['東京都千代田区1-1', '…1-1'],
])('of the address %j others see %j', (address, shown) => {
  expect(maskedAddress(address)).toBe(shown)
})

describe('an order’s page', () => {
  it('shows a guest’s address in full in the browser that ordered alone, and line totals and times as the store has them', async () => {
    const tab = visitorOf(shop, tea.subdomain)
    const phone = newPhone()
    const path = (await order(tab, phone, { 'buyer.email': 'asha@example.com' })).replace('/pay/', '/order/')
    const { createdAt, holdExpiresAt } = await shop.database.prisma.order.findFirstOrThrow({
      where: { orderNo: path.split('/')[2] ?? '' },
    })
    const own = text((await tab.get(path)).body)
    expect(own).toContain(ADDRESS)
    expect(own).toMatch(/3 × ₹399.50 ₹1,198.50/)
    expect(own).toContain(`at ${timeInTokyo(createdAt)} ·`)
    expect(own).toContain(`held for you until ${timeInTokyo(holdExpiresAt)}`)
    const other = visitorOf(shop, tea.subdomain)
    expect((await other.post('/track', { orderNo: path.split('/')[2] ?? '', phone })).to).toBe(path)
    const shown = text((await other.get(path)).body)
    expect(shown).not.toContain('Chapel')
    expect(shown).toContain('… Mumbai …050')
  })

  it('tells the customer until when it can be cancelled, and offers it no longer', async () => {
    const asha = await customerOf(shop, tea.subdomain)
    const token = asha.cookie('customer')?.split('~')[0] ?? ''
    const input = { items: [{ id, qty: 1 }], buyer: { name: 'Asha', phone: asha.phone, address: ADDRESS } }
    const { orderNo } = await buy(shop, clientOf(shop, tea.subdomain, 'REST'), input, { token })
    const { createdAt } = await shop.database.prisma.order.findFirstOrThrow({ where: { orderNo } })
    const until = timeInTokyo(new Date(createdAt.getTime() + 3_600_000))
    for (const path of [`/order/${orderNo}`, `/account/orders/${orderNo}`]) {
      ahead = 0
      const early = text((await asha.get(path)).body)
      expect([path, early]).toEqual([path, expect.stringContaining(ADDRESS)])
      expect([path, early]).toEqual([
        path,
        expect.stringMatching(`You can cancel it until .*${until} , unless it is sent`),
      ])
      ahead = 3_601_000
      expect([path, text((await asha.get(path)).body)]).toEqual([path, expect.not.stringContaining('Cancel')])
    }
    const stranger = visitorOf(shop, tea.subdomain)
    await stranger.post('/track', { orderNo, phone: asha.phone })
    ahead = 0
    expect(text((await stranger.get(`/order/${orderNo}`)).body)).not.toContain('Cancel')
  })

  it('says what comes next by delivery and payment', async () => {
    const sent = await orderThere({ 'delivery.method': 'standard' })
    const first = text((await sent.tab.get(sent.path)).body)
    expect(first).toMatch(/We will write when it is on its way. It should arrive \w+, \w+ \d+/)
    expect(first).toMatch(/Please pay ₹[\d,.]+ on delivery/)
    expect(first).toMatch(/Cash on delivery : ₹[\d,.]+ to pay/)
    const owner = await ownerOf(shop, india)
    await owner.ask(`mutation ($no: String!) { setOrderStatus(orderNo: $no, status: SHIPPED) { status } }`, {
      no: sent.path.split('/')[2],
    })
    const second = text((await sent.tab.get(sent.path)).body)
    expect(second).toContain('Your order is on its way')
    expect(second).not.toContain('We will write')
    const near = { 'delivery.region': 'IN-KA', 'delivery.postalCode': '560001', 'delivery.method': 'pickup' }
    const pickup = { ...near, paymentMethod: 'upi', 'buyer.email': '' }
    const waiting = await orderThere(pickup)
    const third = text((await waiting.tab.get(waiting.path)).body)
    expect(third).toMatch(/We check your order first. This page shows when it is confirmed. .* held for you until/)
    expect(third).toMatch(/Please pay ₹240 as described under “Payment”/)
    expect(third).not.toContain('Chapel Road')
    await owner.ask(`mutation ($no: String!) { confirmOrder(orderNo: $no) { status } }`, {
      no: waiting.path.split('/')[2],
    })
    expect(text((await waiting.tab.get(waiting.path)).body)).toContain(
      'We are getting it ready. This page shows when you can pick it up.',
    )
  })
})

describe('in Chromium', needs(noBrowser), () => {
  let browser: Browser
  let origin: string
  beforeAll(async () => {
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  const check = async (page: Page, name: string) => {
    await picture(page, `shop-${name}`)
    expect([name, (await measure(page)).overflow, await violations(page)]).toEqual([name, 0, []])
  }

  async function open(tab: ShopVisitor, path: string, store: string, look: (typeof looks)[number]) {
    const seen = await openPage(browser, look)
    await seen.page.context().addCookies([...tab.cookies].map(([name, value]) => ({ name, value, url: origin })))
    await seen.page.clock.install()
    await seen.page.goto(`${origin}/shop/${store}${path}`)
    return seen
  }

  it.each(looks)('the payment’s page counts the time down: $scheme, $width', async (look) => {
    const tab = visitorOf(shop, tea.subdomain)
    const path = await order(tab, newPhone())
    const { page, complaints, close } = await open(tab, path, tea.subdomain, look)
    await page.getByText(/Held for you for 14:\d\d minutes/).waitFor()
    await check(page, `held-${look.scheme}-${look.width}`)
    expect(await page.getByRole('link', { name: 'Order again' }).isVisible()).toBe(false)
    await page.clock.fastForward(15 * 60_000)
    await page.locator('.said', { hasText: 'The time to pay is over' }).waitFor()
    await check(page, `too-late-${look.scheme}-${look.width}`)
    expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0)
    ahead = 15 * 60_000
    await page.reload()
    await page.getByText('The time to pay is over').first().waitFor()
    expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Order again' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it.each(looks)('an order to pay on delivery: $scheme, $width', async (look) => {
    const { tab, path } = await orderThere({ 'delivery.method': 'standard' })
    const { page, complaints, close } = await open(tab, path, india.subdomain, look)
    await page.getByRole('heading', { name: 'Your order is confirmed' }).waitFor()
    await check(page, `order-${look.scheme}-${look.width}`)
    await page.emulateMedia({ media: 'print' })
    await picture(page, `shop-order-print-${look.scheme}-${look.width}`)
    const gone = page.locator('header.top, footer, nav, form, .button')
    for (const one of await gone.all()) expect(await one.isVisible()).toBe(false)
    const { background, contrast } = await measure(page)
    expect([background, Math.round(contrast)]).toEqual([1, 21])
    expect(complaints).toEqual([])
    await close()
  })
})
