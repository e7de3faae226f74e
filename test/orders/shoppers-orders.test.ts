import { describe, expect, it } from 'vitest'
import { openSellingStore } from '../checkout/selling-store.ts'
import { buy, buyer, dataOf, signUpWithPoints } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

let now = new Date('2026-06-01T10:00:00Z')

const shop = await forAllTests(openShop({ clock: () => now, holdLimits: generousHolds }))
const { store, item } = await openSellingStore(shop)

describe.each(interfaces)('over %s', (by) => {
  const client = clientOf(shop, store.subdomain, by)

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
            items: [{ product_id: item('assam').id, name: 'Assam', variant: null, price: 399.5, qty: 2 }],
            subtotal: 799,
            shipping_fee: 50,
            discount_amount: 0,
            loyalty_discount: 0,
            tax: 39.95,
            gst_inclusive: false,
            refunded_amount: 0,
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

  it('shows in the history of the customer, newest first', async () => {
    const { token } = await signUpWithPoints(shop, store, client, 0)
    const first = await buy(shop, client, { items: [item('assam', 2)] }, { token })
    now = new Date(now.getTime() + 1000)
    const second = await dataOf(client.checkout({ items: [item('pot')], buyer }, { token }))
    const { orders } = await dataOf(client.orders({ token }))
    expect(orders).toEqual([
      expect.objectContaining({ order_no: second.orderNo, status: 'pending', payment_status: 'pending' }),
      {
        order_no: first.orderNo,
        items: [{ product_id: item('assam').id, name: 'Assam', variant: null, price: 399.5, qty: 2 }],
        subtotal: 799,
        shipping_fee: 50,
        discount_amount: 0,
        loyalty_discount: 0,
        tax: 39.95,
        gst_inclusive: false,
        refunded_amount: 0,
        total: 888.95,
        currency: 'INR',
        status: 'confirmed',
        payment_status: 'paid',
        created_at: expect.stringMatching(/^2026-.*Z$/),
      },
    ])
  })

  it('says so when the history cannot be loaded', async () => {
    const broken = await openShop()
    const { subdomain } = await broken.addStore()
    const shopper = clientOf(broken, subdomain, by)
    const { token } = await dataOf(shopper.signUp({ name: 'x', phone: '1', password: 'secret1' }))
    await broken.services.db.prisma.$executeRawUnsafe('ALTER TABLE orders RENAME TO orders_away')
    expect(await shopper.orders({ token })).toEqual({ status: 500, error: 'Failed to load orders' })
    await broken.close()
  })
})

it('an order takes one statement to track, and a history one beside the token’s', async () => {
  const client = clientOf(shop, store.subdomain, 'REST')
  const { token } = await dataOf(client.signUp({ name: 'Kiran', phone: '98110 00000', password: 'secret1' }))
  const { orderNo } = await buy(shop, client, { items: [item('assam', 2)], buyer })
  shop.statements()
  await client.trackOrder({ orderNo, phone: buyer.phone })
  expect(shop.statements()).toHaveLength(1)
  await client.orders({ token })
  expect(shop.statements()).toHaveLength(2)
})
