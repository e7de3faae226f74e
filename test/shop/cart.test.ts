import { beforeEach, describe, expect, it } from 'vitest'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { type ShopVisitor, visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(
  openShop({
    policies: { read: unlimited, cart: unlimited, track: unlimited, quoteCode: unlimited, checkout: unlimited },
  }),
)
const goods = [
  { slug: 'assam', name: 'Assam', price: 499, stock: 3 },
  { slug: 'rare', name: 'Rare', price: 900, stock: 0 },
]
const discounts = [{ code: 'TEN', type: 'percent', value: 10 }]
const payments = { provider: 'sandbox' }
const buyer = {
  'buyer.name': 'Asha',
  'buyer.phone': '98765 43210',
  'buyer.address': '14 Chapel Road',
  'buyer.city': 'Pune',
}

let store: Awaited<ReturnType<typeof shop.addStore>>
let tab: ShopVisitor
let assam: { id: string }
let rare: { id: string }

beforeEach(async () => {
  store = await shop.addStore({ store: { payments }, products: goods, discounts })
  tab = visitorOf(shop, store.subdomain)
  const product = (slug: string) =>
    shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id, slug }, select: { id: true } })
  assam = await product('assam')
  rare = await product('rare')
})

describe('the cart of a visitor', () => {
  it('is created by the first product, kept in a cookie that no script reads, and changed line by line', async () => {
    expect((await tab.get('/cart')).body).toContain('There is nothing in it yet.')
    const added = await tab.post('/cart/add', { id: assam.id, qty: '2' })
    expect([added.status, added.to]).toEqual([303, `/cart`])
    expect(String(added.headers['set-cookie'])).toMatch(
      /^shop-cart-[\w-]+=[\w-]{36}; Path=\/; .*HttpOnly; SameSite=Lax$/,
    )
    const shown = await tab.get('/cart')
    expect(shown.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect((await tab.get('/checkout')).headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    expect(shown.body).toContain('₹998')
    await tab.post('/cart/line', { id: assam.id, qty: '2', step: '1' })
    expect((await tab.get('/cart')).body).toContain('₹1,497')
    await tab.post('/cart/line', { id: assam.id, qty: '3', step: '-1' })
    await tab.post('/cart/code', { code: 'ten' })
    expect((await tab.get('/cart')).body).toMatch(/Discount<\/dt><dd>-₹99\.80/)
    await tab.post('/cart/code', { code: '' })
    const refused = await tab.post('/cart/code', { code: 'NOPE' })
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.stringMatching(/value="NOPE"[^>]*aria-invalid.*id="code-mistake">This discount code does not exist/s),
    ])
    expect((await tab.get('/cart')).body).not.toContain('NOPE')
    expect((await tab.get('/cart')).body).not.toContain('Discount</dt>')
    await tab.post('/cart/line', { id: assam.id, qty: '2', remove: '1' })
    expect((await tab.get('/cart')).body).toContain('There is nothing in it yet.')
  })

  it.each([
    [{ qty: '0' }, 'qty must be a whole number from 1 to 99.'],
    [{ qty: 'many' }, 'qty must be a whole number from 1 to 99.'],
    [{ qty: '100000000000' }, 'qty must be a whole number from 1 to 99.'],
  ])('refuses %j with the reason, on the page of the cart', async (fields, message) => {
    const refused = await tab.post('/cart/add', { id: assam.id, ...fields })
    expect([refused.status, refused.headers['error-code']]).toEqual([400, 'BAD_USER_INPUT'])
    expect(refused.body).toContain('role="alert"')
    expect(refused.body).toContain(message)
  })

  it('says at the line why it cannot be bought, and leads nobody to a checkout of nothing', async () => {
    await tab.post('/cart/add', { id: rare.id, qty: '1' })
    const { body } = await tab.get('/cart')
    expect(body).toMatch(/class="line-notice">[^<]*Rare/)
    expect(body).toContain('Nothing in the cart can be bought at the moment.')
    expect((await tab.get('/checkout')).body).toContain('There is nothing in your cart that can be bought.')
  })

  it('that is gone is replaced when something is added, and said to be gone when it is looked at', async () => {
    await tab.post('/cart/add', { id: assam.id, qty: '1' })
    await shop.database.prisma.cart.deleteMany({ where: { storeId: store.id } })
    const looked = await tab.get('/cart')
    expect([looked.status, looked.body]).toEqual([200, expect.stringContaining('Your earlier cart is not here')])
    // It might be that of a customer who logs in again.
    expect(looked.headers['set-cookie']).toBeUndefined()
    await tab.post('/cart/add', { id: assam.id, qty: '1' })
    await shop.database.prisma.cart.deleteMany({ where: { storeId: store.id } })
    expect((await tab.post('/cart/add', { id: assam.id, qty: '1' })).status).toBe(303)
    expect((await tab.get('/cart')).body).toContain('₹499')
  })

  it('of one store is no cart of another', async () => {
    await tab.post('/cart/add', { id: assam.id, qty: '1' })
    const other = await shop.addStore({ products: goods })
    const stolen = visitorOf(shop, other.subdomain)
    for (const [name, value] of tab.cookies) stolen.cookies.set(name.replace(store.subdomain, other.subdomain), value)
    const { body } = await stolen.get('/cart')
    expect(body).toContain('There is nothing in it yet.')
    const mixed = visitorOf(shop, other.subdomain)
    for (const [name, value] of tab.cookies) mixed.cookies.set(name, value)
    expect((await mixed.get('/mine')).body).not.toContain('class="count"')
  })

  it('is counted on pages that are the same for all by a part that is not', async () => {
    expect((await tab.get('/p/assam')).body).not.toContain('class="count"')
    await tab.post('/cart/add', { id: assam.id, qty: '2' })
    const mine = await tab.get(`/mine?product=${assam.id}`)
    expect(mine.headers['cache-control']).toBe('no-store')
    expect(mine.body).toContain('<b class="count">2')
    expect(mine.body).toContain('2 of this in your cart')
    expect((await tab.get('/p/assam')).body).not.toContain('class="count"')
  })
})

describe('checkout', () => {
  beforeEach(async () => {
    await tab.post('/cart/add', { id: assam.id, qty: '2' })
  })
  const orders = () => shop.database.prisma.order.findMany({ where: { storeId: store.id } })

  it('places an order, which the same browser can pay and look at', async () => {
    const placed = await tab.post('/checkout', { ...buyer, cartVersion: 'x' })
    const [{ orderNo } = { orderNo: '' }] = await orders()
    expect([placed.status, placed.to]).toEqual([303, `/pay/${orderNo}`])
    const paying = await tab.get(`/pay/${orderNo}`)
    expect(paying.body).toContain('data-island="pay"')
    expect(paying.headers['content-security-policy']).not.toContain('razorpay')
    expect((await tab.get(`/order/${orderNo}`)).body).toContain('Waiting for the payment')
    const stranger = visitorOf(shop, store.subdomain)
    const sent = await stranger.get(`/order/${orderNo}`)
    expect(sent.to).toBe(`/track?order=${orderNo}`)
    expect((await stranger.get(`/pay/${orderNo}`)).to).toBe(`/order/${orderNo}`)
  })

  it('places one order for the same form, however often and at once it is sent, and another for another', async () => {
    const send = (fields = {}) => tab.post('/checkout', { ...buyer, cartVersion: 'x', ...fields })
    const answers = await Promise.all(Array.from({ length: 6 }, () => send()))
    expect(new Set(answers.map(({ to }) => to)).size).toBe(1)
    expect(await orders()).toHaveLength(1)
    await send({ cartVersion: 'y' })
    expect(await orders()).toHaveLength(2)
  })

  it('places an order for each cart, also when the same is typed for both', async () => {
    const otherTab = visitorOf(shop, store.subdomain)
    await otherTab.post('/cart/add', { id: assam.id, qty: '1' })
    const placed = [await tab.post('/checkout', buyer), await otherTab.post('/checkout', buyer)]
    expect(placed.map(({ to }) => to)).toEqual([expect.stringMatching('^/pay/'), expect.stringMatching('^/pay/')])
    const totals = (await orders()).map(({ orderNo, subtotal }) => [`/pay/${orderNo}`, subtotal])
    expect(new Map(totals as [string, bigint][])).toEqual(
      new Map([
        [placed[0]?.to, 99_800n],
        [placed[1]?.to, 49_900n],
      ]),
    )
  })

  it('shows a refusal beside its field, with all that was typed', async () => {
    const typed = { ...buyer, 'buyer.name': ' ', 'buyer.notes': 'Ring <b>twice</b>' }
    const refused = await tab.post('/checkout', typed)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatch(/id="f-buyer-name-mistake">Name is required/)
    expect(refused.body).toContain('value="98765 43210"')
    expect(refused.body).toContain('14 Chapel Road</textarea>')
    expect(refused.body).toContain('Ring &lt;b>twice&lt;/b></textarea>')
    expect(await orders()).toHaveLength(0)
  })

  it('says what could not be ordered as it was in the cart', async () => {
    await tab.post('/cart/code', { code: 'ten' })
    await shop.database.prisma.discount.deleteMany({ where: { storeId: store.id } })
    const placed = await tab.post('/checkout', buyer)
    const { body } = await tab.get(String(placed.to))
    expect(body).toMatch(
      /Not everything could be ordered as it was in the cart:<\/p><ul><li>This discount code does not exist/,
    )
  })

  it('loads the widget of the real provider, from its hosts alone', async () => {
    await tab.post('/checkout', buyer)
    const [{ orderNo } = { orderNo: '' }] = await orders()
    tab.cookies.set(
      `shop-orders-${store.subdomain}`,
      Buffer.from(
        JSON.stringify([{ orderNo, phone: '3210', payment: { providerOrderId: 'order_1', keyId: 'rzp_test_1' } }]),
      ).toString('base64url'),
    )
    const { body, headers } = await tab.get(`/pay/${orderNo}`)
    expect(body).toContain('data-key="rzp_test_1"')
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toContain("script-src 'self' https://*.razorpay.com")
    expect(policy.filter((rule) => rule.includes('unsafe'))).toEqual(["style-src-attr 'unsafe-inline'"])
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  })

  it('takes cookies for what they are: texts of a client', async () => {
    for (const value of [
      'x',
      Buffer.from('[]').toString('base64url'),
      Buffer.from('[{"orderNo":1}]').toString('base64url'),
    ]) {
      tab.cookies.set(`shop-orders-${store.subdomain}`, value)
      expect((await tab.get('/order/ORD-1')).status).toBe(303)
    }
    tab.cookies.set(`shop-customer-${store.subdomain}`, 'nonsense~1234')
    const { status, headers } = await tab.get('/cart')
    expect([status, String(headers['set-cookie'])]).toEqual([200, expect.stringContaining('shop-customer-')])
  })
})

it('points of the customer who is logged in can be used in the cart', async () => {
  const rich = await shop.addStore({
    store: { payments, loyalty: { enabled: true, earnRate: 1, redeemRate: 1 } },
    products: goods,
    customers: [{ name: 'Ravi', phone: '9000000001', password: 'secret1', loyaltyPoints: 150 }],
  })
  const known = visitorOf(shop, rich.subdomain)
  const { id } = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: rich.id, slug: 'assam' } })
  await known.post('/cart/add', { id, qty: '1' })
  expect((await known.get('/cart')).body).not.toContain('Your points')
  await known.post('/log-in', { phone: '9000000001', password: 'secret1' })
  expect((await known.get('/cart')).body).toContain('You have 150, worth ₹150')
  await known.post('/cart/points', { points: '100' })
  expect((await known.get('/cart')).body).toMatch(/Points<\/dt><dd>-₹100/)
  const refused = await known.post('/cart/points', { points: 'many' })
  expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('role="alert"')])
})

describe('tracking an order', () => {
  it('asks for the number and the phone, and remembers them', async () => {
    await tab.post('/cart/add', { id: assam.id, qty: '1' })
    await tab.post('/checkout', buyer)
    const [{ orderNo } = { orderNo: '' }] = await shop.database.prisma.order.findMany({ where: { storeId: store.id } })
    const stranger = visitorOf(shop, store.subdomain)
    const wrong = await stranger.post('/track', { orderNo, phone: '0000' })
    expect([wrong.status, wrong.body]).toEqual([404, expect.stringContaining('Order not found')])
    expect(wrong.body).toContain(`value="${orderNo}"`)
    const found = await stranger.post('/track', { orderNo, phone: '98765 43210' })
    expect(found.to).toBe(`/order/${orderNo}`)
    expect((await stranger.get(`/order/${orderNo}`)).body).toContain(orderNo)
  })

  it('cancels nothing for who is not logged in', async () => {
    const sent = await tab.post('/order/ORD-1/cancel', {})
    expect([sent.status, sent.to]).toEqual([303, expect.stringContaining('/log-in')])
  })
})
