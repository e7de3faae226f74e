import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { buy, buyer, dataOf, orderRow, pay, productIdOf, stockOf } from '../support/buying.ts'
import { clientOf, graphql, interfaces, type StorefrontClient } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { generousHolds, openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let store: Store
let now = new Date('2026-06-01T10:00:00Z')
const ids: Record<string, string> = {}

const bundle = {
  store: {
    tax: { rate: 18, inclusive: false },
    shipping: { fee: 50, freeFrom: 999 },
    loyalty: { enabled: true, earnRate: 0.1, redeemRate: 0.5 },
    payments: { provider: 'sandbox' },
  },
  products: [
    { slug: 'assam', name: 'Assam', price: 499, salePrice: 399.5, stock: 1000, taxRate: 5 },
    { slug: 'pot', name: 'Teapot', price: 1200 },
    { slug: 'free', name: 'Sample', price: 0 },
    { slug: 'hidden', name: 'Hidden', price: 10, active: false },
    { slug: 'few', name: 'Rare tea', price: 100, stock: 3 },
    {
      slug: 'sized',
      name: 'Sencha',
      price: 100,
      variants: [
        { options: { size: '50g' }, stock: 5 },
        { options: { size: '250g' }, price: 450, salePrice: 400 },
      ],
    },
  ],
  discounts: [
    { code: 'TEN', type: 'percent', value: 10 },
    { code: 'FLAT100', type: 'fixed', value: 100, minSubtotal: 500 },
    { code: 'ONCE', type: 'fixed', value: 10, perCustomerLimit: 1 },
    { code: 'OLD', type: 'percent', value: 50, endsAt: '2020-01-01T00:00:00Z' },
    { code: 'ALL', type: 'percent', value: 100 },
  ],
}

beforeAll(async () => {
  shop = await openShop({ clock: () => now, holdLimits: generousHolds })
  store = await shop.addStore(bundle)
  for (const { slug } of bundle.products) ids[slug] = await productIdOf(shop, store, slug)
})
afterAll(() => shop.close())

const item = (slug: string, qty = 1, variant?: Record<string, string>) => ({
  id: ids[slug],
  qty,
  ...(variant && { variant }),
})

describe.each(interfaces)('checkout over %s', (by) => {
  let client: StorefrontClient
  beforeAll(() => {
    client = clientOf(shop, store.subdomain, by)
  })
  const customer = async (points = 0) => {
    const phone = newPhone()
    const session = await dataOf(client.signUp({ name: 'Asha', phone, password: 'secret1' }))
    const where = { storeId_phone: { storeId: store.id, phone } }
    const { id } = await shop.services.prisma.customer.update({ where, data: { points } })
    return { id, token: session.token as string }
  }
  const points = async (id: string) =>
    (await shop.services.prisma.customer.findUniqueOrThrow({ where: { storeId_id: { storeId: store.id, id } } })).points

  it('prices the cart on the server and answers what the payment widget needs', async () => {
    expect(await client.checkout({ items: [item('assam', 2)], buyer })).toEqual({
      data: {
        orderId: expect.stringMatching(/^[\da-f-]{36}$/),
        orderNo: expect.stringMatching(/^ORD-[0-9A-HJKMNP-TV-Z]{10}$/),
        providerOrderId: expect.any(String),
        amount: 88895,
        currency: 'INR',
        keyId: expect.any(String),
        businessName: 'Tea House',
        // 2 × 399.50 = 799; 5 % tax of it 39.95; shipping 50
        breakdown: {
          subtotal: 799,
          discount: 0,
          shipping: 50,
          tax: 39.95,
          gstInclusive: false,
          total: 888.95,
          loyaltyDiscount: 0,
          loyaltyPointsUsed: 0,
          loyaltyPointsEarned: 0,
        },
      },
    })
  })

  it('trusts no price that the client sends', async () => {
    if (by === 'GraphQL') return // the schema has no field for one
    const { breakdown } = await dataOf(client.checkout({ items: [{ ...item('pot'), price: 1 }], total: 1, buyer }))
    expect(breakdown.subtotal).toBe(1200)
  })

  it('confirms the order when the payment is verified, once', async () => {
    const before = await stockOf(shop, store, 'assam')
    const placed = await dataOf(client.checkout({ items: [item('assam', 2)], buyer }))
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'PENDING', paymentStatus: 'PENDING' })
    expect(await stockOf(shop, store, 'assam')).toBe(before)
    const receipt = await pay(shop, placed.providerOrderId)
    for (let call = 0; call < 3; call += 1) expect(await client.verify(receipt)).toEqual({ data: { success: true } })
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({
      status: 'CONFIRMED',
      paymentStatus: 'PAID',
      needsAttention: null,
    })
    expect(await stockOf(shop, store, 'assam')).toBe((before ?? 0) - 2)
    expect(await shop.services.prisma.stockHold.count({ where: { storeId: store.id, orderId: placed.orderId } })).toBe(
      0,
    )
  })

  it('fails the order on a bad signature and gives its stock back; a good one still confirms it', async () => {
    const placed = await dataOf(client.checkout({ items: [item('few', 3)], buyer }))
    expect(await client.checkout({ items: [item('few', 1)], buyer })).toEqual({
      status: 400,
      error: 'No valid items in cart',
    })
    expect(await client.verify(await pay(shop, placed.providerOrderId, 'fail'))).toEqual({
      status: 400,
      error: 'Invalid signature',
    })
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'FAILED', paymentStatus: 'FAILED' })
    const other = await dataOf(client.checkout({ items: [item('few', 1)], buyer }))
    await client.verify(await pay(shop, other.providerOrderId, 'fail'))

    expect(await client.verify(await pay(shop, placed.providerOrderId))).toEqual({ data: { success: true } })
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    expect(await client.verify(await pay(shop, placed.providerOrderId, 'fail'))).toEqual({
      status: 400,
      error: 'Invalid signature',
    })
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    await shop.services.prisma.product.update({
      where: { storeId_slug: { storeId: store.id, slug: 'few' } },
      data: { stock: 3 },
    })
  })

  it('lets a hold run out, and settles a late payment all the same, never below 0', async () => {
    const late = await dataOf(client.checkout({ items: [item('few', 2)], buyer }))
    now = new Date(now.getTime() + 16 * 60_000)
    await buy(shop, client, { items: [item('few', 3)] })
    expect(await orderRow(shop, store, late.orderNo)).toMatchObject({ status: 'PENDING' })
    await dataOf(client.verify(await pay(shop, late.providerOrderId)))
    expect(await stockOf(shop, store, 'few')).toBe(0)
    expect(await orderRow(shop, store, late.orderNo)).toMatchObject({
      status: 'CONFIRMED',
      needsAttention: 'Paid when there was not enough in stock of: Rare tea.',
    })
    await shop.services.prisma.product.update({
      where: { storeId_slug: { storeId: store.id, slug: 'few' } },
      data: { stock: 3 },
    })
  })

  describe('the cart', () => {
    it('drops what is not sold and keeps the rest', async () => {
      const items = [
        item('pot'),
        item('hidden'),
        { id: randomUUID(), qty: 1 },
        { id: 'no-uuid', qty: 1 },
        item('pot', 0),
        item('pot', 100),
        item('few', 4),
        item('sized'),
        item('sized', 1, { size: '1kg' }),
        item('sized', 1, { size: '250g' }),
        item('sized', 6, { size: '50g' }),
      ]
      const { breakdown } = await dataOf(client.checkout({ items, buyer }))
      expect(breakdown.subtotal).toBe(1600)
    })

    it('sums the lines of one product before it looks at the stock', async () => {
      expect(await client.checkout({ items: [item('few', 2), item('few', 2)], buyer })).toEqual({
        status: 400,
        error: 'No valid items in cart',
      })
    })

    it('keeps names, prices and variants as they were bought', async () => {
      const placed = await buy(shop, client, {
        items: [item('sized', 2, { size: '250g' }), item('pot', 1, { colour: 'red' })],
      })
      await shop.services.prisma.product.updateMany({
        where: { storeId: store.id, slug: 'pot' },
        data: { name: 'Kettle', price: 1n },
      })
      const { order } = await dataOf(client.trackOrder({ orderNo: placed.orderNo, phone: '3210' }))
      await shop.services.prisma.product.updateMany({
        where: { storeId: store.id, slug: 'pot' },
        data: { name: 'Teapot', price: 120000n },
      })
      expect(order.items).toEqual([
        { name: 'Sencha', price: 400, qty: 2 },
        { name: 'Teapot', price: 1200, qty: 1 },
      ])
      const items = await shop.services.prisma.orderItem.findMany({
        where: { storeId: store.id, orderId: placed.orderId },
        orderBy: { position: 'asc' },
      })
      expect(items.map(({ options }) => options)).toEqual([{ size: '250g' }, { colour: 'red' }])
    })
  })

  describe('a discount code', () => {
    it('applies however it is written', async () => {
      const { breakdown } = await dataOf(client.checkout({ items: [item('pot')], buyer, discountCode: ' ten ' }))
      expect(breakdown).toMatchObject({ subtotal: 1200, discount: 120, shipping: 0, tax: 194.4, total: 1274.4 })
    })

    it.each(['OLD', 'NOTHING', 'x'.repeat(5000), 'nul\0', 'FLAT100'])(
      'that does not apply takes nothing off: %.10s',
      async (discountCode) => {
        const { breakdown } = await dataOf(client.checkout({ items: [item('assam')], buyer, discountCode }))
        expect(breakdown.discount).toBe(0)
      },
    )

    it('is used once per customer when it says so, and by a guest’s phone', async () => {
      const digits = newPhone()
      const guest = { name: 'Guest', phone: `+6 (${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` }
      const first = await buy(shop, client, { items: [item('assam')], buyer: guest, discountCode: 'ONCE' })
      expect(first.breakdown.discount).toBe(10)
      const again = await dataOf(
        client.checkout({
          items: [item('assam')],
          buyer: { ...guest, phone: guest.phone.replace(/\D/g, '') },
          discountCode: 'ONCE',
        }),
      )
      expect(again.breakdown.discount).toBe(0)
    })
  })

  describe('loyalty points', () => {
    it('are redeemed with a token, as far as they are there and needed, and earned on the rest', async () => {
      const { id, token } = await customer(100)
      const placed = await buy(shop, client, { items: [item('pot')], loyaltyPoints: 250.7 }, { token })
      expect(placed.breakdown).toMatchObject({ loyaltyDiscount: 50, loyaltyPointsUsed: 100, loyaltyPointsEarned: 115 })
      expect(await points(id)).toBe(115)
      expect(await dataOf(client.loyalty({ token }))).toEqual({
        enabled: true,
        earn_rate: 0.1,
        redeem_rate: 0.5,
        points: 115,
      })
      const ledger = await shop.services.prisma.loyaltyEntry.findMany({
        where: { storeId: store.id, customerId: id },
        orderBy: { kind: 'asc' },
      })
      expect(ledger.map(({ kind, points, balanceAfter }) => ({ kind, points, balanceAfter }))).toEqual([
        { kind: 'EARN', points: 115, balanceAfter: 115 },
        { kind: 'REDEEM', points: -100, balanceAfter: 0 },
      ])
    })

    it('held by a pending order are not there for another', async () => {
      const { token } = await customer(10)
      const cart = { items: [item('pot')], buyer, loyaltyPoints: 10 }
      expect((await dataOf(client.checkout(cart, { token }))).breakdown.loyaltyPointsUsed).toBe(10)
      expect((await dataOf(client.checkout(cart, { token }))).breakdown.loyaltyPointsUsed).toBe(0)
      expect(await dataOf(client.loyalty({ token }))).toMatchObject({ points: 10 })
    })

    it('are ignored for a guest', async () => {
      const { breakdown } = await dataOf(client.checkout({ items: [item('pot')], buyer, loyaltyPoints: 10 }))
      expect(breakdown.loyaltyPointsUsed).toBe(0)
    })
  })

  it('confirms at once what costs nothing', async () => {
    const plain = await shop.addStore({
      store: { payments: { provider: 'sandbox' } },
      products: [{ slug: 'tea', name: 'Tea', price: 10, stock: 2 }],
      discounts: [{ code: 'ALL', type: 'percent', value: 100 }],
    })
    const free = clientOf(shop, plain.subdomain, by)
    const placed = await dataOf(
      free.checkout({ items: [{ id: await productIdOf(shop, plain, 'tea'), qty: 2 }], buyer, discountCode: 'all' }),
    )
    expect(placed).toMatchObject({ amount: 0, providerOrderId: `free_${placed.orderNo}`, breakdown: { total: 0 } })
    expect(await orderRow(shop, plain, placed.orderNo)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    expect(await stockOf(shop, plain, 'tea')).toBe(0)
    expect(
      await free.verify({
        provider_order_id: placed.providerOrderId,
        provider_payment_id: 'x',
        provider_signature: 'y',
      }),
    ).toEqual({ data: { success: true } })
    expect(await stockOf(shop, plain, 'tea')).toBe(0)
  })

  it('shows in the history of the customer, newest first', async () => {
    const { token } = await customer()
    const first = await buy(shop, client, { items: [item('assam', 2)] }, { token })
    now = new Date(now.getTime() + 1000)
    const second = await dataOf(client.checkout({ items: [item('pot')], buyer }, { token }))
    const { orders } = await dataOf(client.orders({ token }))
    expect(orders).toEqual([
      expect.objectContaining({ order_no: second.orderNo, status: 'pending', payment_status: 'pending' }),
      {
        order_no: first.orderNo,
        items: [{ name: 'Assam', price: 399.5, qty: 2 }],
        subtotal: 799,
        shipping_fee: 50,
        discount_amount: 0,
        total: 888.95,
        currency: 'INR',
        status: 'confirmed',
        payment_status: 'paid',
        created_at: expect.stringMatching(/^2026-.*Z$/),
      },
    ])
  })

  describe('is refused', () => {
    it.each([
      ['without items', { items: [], buyer }, 'Cart is empty'],
      ['without a name', { items: [{ id: 'x', qty: 1 }], buyer: { name: ' ', phone: '1' } }, 'Name and phone required'],
      ['without a phone', { items: [{ id: 'x', qty: 1 }], buyer: { name: 'x', phone: '' } }, 'Name and phone required'],
      [
        'with 101 items',
        { items: Array.from({ length: 101 }, () => ({ id: 'x', qty: 1 })), buyer },
        'Too many items (max 100).',
      ],
      ['when nothing in it is valid', { items: [{ id: 'x', qty: 1 }], buyer }, 'No valid items in cart'],
      [
        'with an address of 1001 characters',
        { items: [{ id: 'x', qty: 1 }], buyer: { ...buyer, address: 'x'.repeat(1001) } },
        'Address must be at most 1000 characters',
      ],
      [
        'with notes of 501 characters',
        { items: [{ id: 'x', qty: 1 }], buyer: { ...buyer, notes: 'x'.repeat(501) } },
        'Notes must be at most 500 characters',
      ],
      [
        'with an ill-formed email',
        { items: [{ id: 'x', qty: 1 }], buyer: { ...buyer, email: 'x' } },
        'Email must be a valid email address',
      ],
      [
        'with a phone of 51 characters',
        { items: [{ id: 'x', qty: 1 }], buyer: { ...buyer, phone: '1'.repeat(51) } },
        'Phone must be at most 50 characters',
      ],
      [
        'with NUL in the name',
        { items: [{ id: 'x', qty: 1 }], buyer: { ...buyer, name: 'a\0b' } },
        'Name contains characters that cannot be stored',
      ],
    ])('%s', async (_, input, error) => {
      expect(await client.checkout(input)).toEqual({ status: 400, error })
    })

    it('by a store without payments', async () => {
      const unpaid = await shop.addStore({ products: [{ slug: 'tea', name: 'Tea', price: 10 }] })
      const input = { items: [{ id: await productIdOf(shop, unpaid, 'tea'), qty: 1 }], buyer }
      expect(await clientOf(shop, unpaid.subdomain, by).checkout(input)).toEqual({
        status: 503,
        error: 'Payments not configured',
      })
    })

    it('at an unknown store, and at one that is switched off, which still settles what was bought', async () => {
      const stranger = clientOf(shop, 'unknown', by)
      const input = { items: [item('pot')], buyer }
      expect(await stranger.checkout(input)).toEqual({ status: 404, error: 'Site not found' })
      expect(
        await stranger.verify({ provider_order_id: 'x', provider_payment_id: 'x', provider_signature: 'x' }),
      ).toEqual({ status: 404, error: 'Site not found' })

      const closing = await shop.addStore({
        store: { payments: { provider: 'sandbox' } },
        products: [{ slug: 'tea', name: 'Tea', price: 10 }],
      })
      const shopper = clientOf(shop, closing.subdomain, by)
      const placed = await dataOf(
        shopper.checkout({ items: [{ id: await productIdOf(shop, closing, 'tea'), qty: 1 }], buyer }),
      )
      await shop.services.prisma.store.update({ where: { id: closing.id }, data: { active: false } })
      shop.services.stores.forget(closing.subdomain)
      expect(await shopper.checkout(input)).toEqual({ status: 404, error: 'Site not found' })
      expect(await shopper.verify(await pay(shop, placed.providerOrderId))).toEqual({ data: { success: true } })
    })

    it('beyond 10 a minute from one address', async () => {
      const ip = by === 'REST' ? '192.0.2.21' : '192.0.2.22'
      for (let call = 0; call < 10; call += 1)
        expect(await client.checkout({ items: [], buyer }, { ip })).toMatchObject({ status: 400 })
      expect(await client.checkout({ items: [], buyer }, { ip })).toEqual({
        status: 429,
        error: 'Too many checkout attempts',
        retryAfter: expect.any(Number),
      })
    })
  })

  describe('verification is refused', () => {
    const good = { provider_order_id: 'order_x', provider_payment_id: 'pay_x', provider_signature: 'f'.repeat(64) }
    it.each(Object.keys(good))('without %s', async (name) => {
      expect(await client.verify({ ...good, [name]: '' })).toEqual({ status: 400, error: 'Missing fields' })
    })

    it('for an order that nobody knows, or another store’s', async () => {
      expect(await client.verify(good)).toEqual({ status: 400, error: 'Invalid signature' })
      const other = await shop.addStore(bundle)
      const placed = await dataOf(client.checkout({ items: [item('pot')], buyer }))
      const receipt = await pay(shop, placed.providerOrderId)
      expect(await clientOf(shop, other.subdomain, by).verify(receipt)).toEqual({
        status: 400,
        error: 'Invalid signature',
      })
      expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'PENDING' })
    })

    it('with “Verification failed” when something of ours breaks', async () => {
      const broken = await openShop()
      const { subdomain } = await broken.addStore(bundle)
      await broken.services.prisma.$executeRawUnsafe('ALTER TABLE orders RENAME TO orders_away')
      expect(await clientOf(broken, subdomain, by).verify(good)).toEqual({ status: 500, error: 'Verification failed' })
      await broken.close()
    })
  })

  describe('an order is tracked', () => {
    it('by its number and the last 4 digits of the phone', async () => {
      const placed = await buy(shop, client, {
        items: [item('assam', 2)],
        buyer: { name: 'Ravi', phone: '+91 98765-43210' },
      })
      const tracked = await client.trackOrder({ orderNo: ` ${placed.orderNo.toLowerCase()} `, phone: '(000) 3210' })
      expect(tracked).toEqual({
        data: {
          businessName: 'Tea House',
          order: {
            order_no: placed.orderNo,
            buyer_name: 'Ravi',
            items: [{ name: 'Assam', price: 399.5, qty: 2 }],
            subtotal: 799,
            shipping_fee: 50,
            discount_amount: 0,
            total: 888.95,
            currency: 'INR',
            status: 'confirmed',
            payment_status: 'paid',
            created_at: expect.any(String),
            updated_at: expect.any(String),
          },
        },
      })
    })

    it.each([
      ['another phone', { phone: '1111' }],
      ['too few digits', { phone: '210' }],
      ['no digits', { phone: 'abcd' }],
      ['another number', { orderNo: 'ORD-0000000000' }],
      ['a number that is none', { orderNo: 'x' }],
    ])('not with %s', async (_, overrides) => {
      const placed = await dataOf(client.checkout({ items: [item('pot')], buyer }))
      expect(await client.trackOrder({ orderNo: placed.orderNo, phone: '9876543210', ...overrides })).toEqual({
        status: 404,
        error: 'Order not found. Check your order number and phone.',
      })
    })

    it.each([
      ['orderNo', { orderNo: '', phone: '1234' }],
      ['phone', { orderNo: 'ORD-0000000000', phone: ' ' }],
    ])('not without %s', async (_, input) => {
      expect(await client.trackOrder(input)).toEqual({ status: 400, error: 'Order number and phone required' })
    })

    it('not at another store', async () => {
      const other = await shop.addStore()
      const placed = await dataOf(client.checkout({ items: [item('pot')], buyer }))
      expect(
        await clientOf(shop, other.subdomain, by).trackOrder({ orderNo: placed.orderNo, phone: '3210' }),
      ).toMatchObject({ status: 404 })
    })

    it('20 times a minute from one address', async () => {
      const ip = by === 'REST' ? '192.0.2.23' : '192.0.2.24'
      for (let call = 0; call < 20; call += 1) await client.trackOrder({ orderNo: '', phone: '' }, { ip })
      expect(await client.trackOrder({ orderNo: '', phone: '' }, { ip })).toEqual({
        status: 429,
        error: 'Too many lookups',
        retryAfter: expect.any(Number),
      })
    })
  })

  it('says so when the history cannot be loaded', async () => {
    const broken = await openShop()
    const { subdomain } = await broken.addStore()
    const shopper = clientOf(broken, subdomain, by)
    const { token } = await dataOf(shopper.signUp({ name: 'x', phone: '1', password: 'secret1' }))
    await broken.services.prisma.$executeRawUnsafe('ALTER TABLE orders RENAME TO orders_away')
    expect(await shopper.orders({ token })).toEqual({ status: 500, error: 'Failed to load orders' })
    await broken.close()
  })

  describe('an Idempotency-Key', () => {
    const keyed = (key: string, token?: string) => ({ headers: { 'idempotency-key': key }, token })

    it('gives the same answer and no second order', async () => {
      const key = randomUUID()
      const input = { items: [item('pot')], buyer: { ...buyer, name: key } }
      const first = await dataOf(client.checkout(input, keyed(key)))
      expect(await dataOf(client.checkout(input, keyed(key)))).toEqual(first)
      expect(await shop.services.prisma.order.count({ where: { storeId: store.id, buyerName: key } })).toBe(1)
    })

    it('makes one order of 20 identical requests at once', async () => {
      const key = randomUUID()
      const input = { items: [item('pot')], buyer: { ...buyer, name: key } }
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => client.checkout(input, keyed(key))))
      expect(await shop.services.prisma.order.count({ where: { storeId: store.id, buyerName: key } })).toBe(1)
      const orders = new Set(outcomes.flatMap((outcome) => ('data' in outcome ? [outcome.data.orderNo] : [])))
      expect(orders.size).toBe(1)
      for (const outcome of outcomes) if (!('data' in outcome)) expect(outcome.status).toBe(409)
    })

    it('is refused for another body', async () => {
      const key = randomUUID()
      await dataOf(client.checkout({ items: [item('pot')], buyer }, keyed(key)))
      expect(await client.checkout({ items: [item('pot', 2)], buyer }, keyed(key))).toEqual({
        status: 409,
        error: 'This Idempotency-Key belongs to another request. Use a new key for a new order.',
      })
    })

    it('keeps a refusal', async () => {
      const key = randomUUID()
      const input = { items: [item('few', 4)], buyer }
      for (let call = 0; call < 2; call += 1) {
        expect(await client.checkout(input, keyed(key))).toEqual({ status: 400, error: 'No valid items in cart' })
      }
    })

    it('belongs to one caller and one store', async () => {
      const key = randomUUID()
      const input = { items: [item('pot')], buyer }
      const { token } = await customer()
      const guest = await dataOf(client.checkout(input, keyed(key)))
      const known = await dataOf(client.checkout(input, keyed(key, token)))
      expect(known.orderNo).not.toBe(guest.orderNo)
    })

    it('is forgotten after 24 hours', async () => {
      const key = randomUUID()
      const input = { items: [item('pot')], buyer }
      const first = await dataOf(client.checkout(input, keyed(key)))
      now = new Date(now.getTime() + 24 * 3_600_000)
      expect((await dataOf(client.checkout(input, keyed(key)))).orderNo).not.toBe(first.orderNo)
    })

    it.each(['has space', 'x'.repeat(256)])('is refused when it is ill-formed: %.10s', async (key) => {
      expect(await client.checkout({ items: [item('pot')], buyer }, keyed(key))).toMatchObject({ status: 400 })
    })
  })
})

it.each([
  ['no array', { items: 'x' }],
  ['missing', {}],
])('REST refuses items that are %s', async (_, input) => {
  expect(await clientOf(shop, store.subdomain, 'REST').checkout({ buyer, ...input })).toEqual({
    status: 400,
    error: 'Cart is empty',
  })
})

it.each([
  null,
  5,
  'x',
  [],
  { id: 5, qty: 1 },
  { id: 'x' },
  { qty: 1.5 },
  { id: 'x', qty: '1' },
  { id: 'x', qty: 1e12 },
  { id: 'x', qty: 1, variant: 'x' },
  { id: 'x', qty: 1, variant: [null] },
  { id: 'x', qty: 1, variant: [{ name: { toString: 1 }, value: 1 }] },
])('REST drops an item that is %j', async (odd) => {
  const client = clientOf(shop, store.subdomain, 'REST')
  expect(await client.checkout({ buyer, items: [odd] })).toEqual({ status: 400, error: 'No valid items in cart' })
  expect(await dataOf(client.checkout({ buyer, items: [odd, item('pot')] }))).toMatchObject({
    breakdown: { subtotal: 1200 },
  })
})

it.each([
  { buyer: null },
  { buyer: 'x' },
  { buyer: { name: 'x' } },
  { buyer: { name: 5, phone: '1' } },
  { loyaltyPoints: 'x' },
  { discountCode: 5 },
])('REST refuses %j', async (odd) => {
  expect(await clientOf(shop, store.subdomain, 'REST').checkout({ items: [item('pot')], buyer, ...odd })).toMatchObject(
    { status: 400 },
  )
})

describe('GraphQL', () => {
  const quoteQuery = `query ($input: QuoteInput!) { quote(input: $input) {
    currency breakdown { subtotal discount shipping tax total } notices { code message item } } }`

  it('prices a cart as checkout will, and reserves nothing', async () => {
    const input = { items: [{ id: ids.few, qty: 3 }], discountCode: 'TEN' }
    for (let call = 0; call < 2; call += 1) {
      const { body } = await graphql(shop, store.subdomain, quoteQuery, { input })
      expect(body.data.quote.breakdown).toEqual({ subtotal: 300, discount: 30, shipping: 50, tax: 48.6, total: 368.6 })
    }
    const placed = await dataOf(clientOf(shop, store.subdomain, 'GraphQL').checkout({ ...input, buyer }))
    expect(placed.breakdown.total).toBe(368.6)
    await clientOf(shop, store.subdomain, 'GraphQL').verify(await pay(shop, placed.providerOrderId, 'fail'))
  })

  it('tells what was dropped or did not apply, and why', async () => {
    const input = {
      items: [
        { id: ids.pot, qty: 1 },
        { id: ids.hidden, qty: 1 },
        { id: ids.pot, qty: 0 },
        { id: ids.few, qty: 99 },
        { id: ids.sized, qty: 1 },
      ],
      discountCode: 'OLD',
      loyaltyPoints: 5,
    }
    const notices = [
      { code: 'ITEM_UNAVAILABLE', message: 'This product is not available.', item: 1 },
      { code: 'ITEM_INVALID', message: 'An item needs an id and a qty of 1 to 99.', item: 2 },
      { code: 'ITEM_UNAVAILABLE', message: 'Sencha is not available in this variant.', item: 4 },
      { code: 'ITEM_OUT_OF_STOCK', message: 'There is not enough of Rare tea in stock.', item: 3 },
      { code: 'DISCOUNT_NOT_APPLIED', message: 'This discount code has expired.', item: null },
      { code: 'POINTS_NOT_APPLIED', message: 'Log in to redeem points.', item: null },
    ]
    const quoted = await graphql(shop, store.subdomain, quoteQuery, { input })
    expect(quoted.body.data.quote.notices).toEqual(notices)
    const placed = await graphql(
      shop,
      store.subdomain,
      'mutation ($input: CheckoutInput!) { checkout(input: $input) { notices { code message item } } }',
      { input: { ...input, buyer } },
    )
    expect(placed.body.data.checkout.notices).toEqual(notices)
  })
})
