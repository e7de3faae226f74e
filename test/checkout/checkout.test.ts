import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { buy, buyer, dataOf, orderRow, pay, productIdOf, stockOf } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'
import { openSellingStore } from './selling-store.ts'

let now = new Date('2026-06-01T10:00:00Z')

const shop = await forAllTests(openShop({ clock: () => now, holdLimits: generousHolds }))
const { store, item } = await openSellingStore(shop)

describe.each(interfaces)('checkout over %s', (by) => {
  const client = clientOf(shop, store.subdomain, by)
  const customer = async (points = 0) => {
    const phone = newPhone()
    const session = await dataOf(client.signUp({ name: 'Asha', phone, password: 'secret1' }))
    const where = { storeId_phone: { storeId: store.id, phone } }
    const { id } = await shop.database.prisma.customer.update({ where, data: { points } })
    return { id, token: session.token as string }
  }
  const points = async (id: string) =>
    (await shop.database.prisma.customer.findUniqueOrThrow({ where: { storeId_id: { storeId: store.id, id } } })).points

  it('prices the cart on the server and answers what the payment widget needs', async () => {
    expect(await client.checkout({ items: [item('assam', 2)], buyer })).toEqual({
      data: {
        orderId: expect.stringMatching(/^[\da-f-]{36}$/),
        orderNo: expect.stringMatching(/^ORD-[0-9A-HJKMNP-TV-Z]{10}$/),
        providerOrderId: expect.any(String),
        amount: 88895,
        currency: 'INR',
        keyId: expect.any(String),
        notices: [],
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
    expect(await shop.database.prisma.stockHold.count({ where: { storeId: store.id, orderId: placed.orderId } })).toBe(
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
    const recorded = () => shop.database.prisma.payment.count({ where: { storeId: store.id, orderId: placed.orderId } })
    expect(await recorded()).toBe(0)
    const other = await dataOf(client.checkout({ items: [item('few', 1)], buyer }))
    await client.verify(await pay(shop, other.providerOrderId, 'fail'))

    expect(await client.verify(await pay(shop, placed.providerOrderId))).toEqual({ data: { success: true } })
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    expect(await client.verify(await pay(shop, placed.providerOrderId, 'fail'))).toEqual({
      status: 400,
      error: 'Invalid signature',
    })
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
    expect(await recorded()).toBe(1)
    await shop.database.prisma.product.update({
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
    await shop.database.prisma.product.update({
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
      await shop.database.prisma.product.updateMany({
        where: { storeId: store.id, slug: 'pot' },
        data: { name: 'Kettle', price: 1n },
      })
      const { order } = await dataOf(client.trackOrder({ orderNo: placed.orderNo, phone: '3210' }))
      await shop.database.prisma.product.updateMany({
        where: { storeId: store.id, slug: 'pot' },
        data: { name: 'Teapot', price: 120000n },
      })
      expect(order.items).toEqual([
        { product_id: item('sized').id, name: 'Sencha', variant: { size: '250g' }, price: 400, qty: 2 },
        { product_id: item('pot').id, name: 'Teapot', variant: { colour: 'red' }, price: 1200, qty: 1 },
      ])
      const items = await shop.database.prisma.orderItem.findMany({
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
      const ledger = await shop.database.prisma.loyaltyEntry.findMany({
        where: { storeId: store.id, customerId: id },
        orderBy: { kind: 'asc' },
      })
      expect(ledger.map(({ kind, points, balanceAfter }) => ({ kind, points, balanceAfter }))).toEqual([
        { kind: 'EARN', points: 115, balanceAfter: 115 },
        { kind: 'REDEEM', points: -100, balanceAfter: 0 },
      ])
    })

    it('held by a pending order are not gone yet', async () => {
      const { token } = await customer(10)
      const cart = { items: [item('pot')], buyer, loyaltyPoints: 10 }
      expect((await dataOf(client.checkout(cart, { token }))).breakdown.loyaltyPointsUsed).toBe(10)
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
})
