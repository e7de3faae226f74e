import { describe, expect, it } from 'vitest'
import { buyer, dataOf, orderRow, pay, productIdOf } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'
import { openSellingStore, sellingBundle } from './selling-store.ts'

const shop = await forAllTests(openShop({ holdLimits: generousHolds }))
const { store, item } = await openSellingStore(shop)

describe.each(interfaces)('checkout over %s', (by) => {
  const client = clientOf(shop, store.subdomain, by)

  describe('is refused', () => {
    it.each([
      ['without items', { items: [], buyer }, 'Cart is empty'],
      ['without a name', { items: [{ id: 'x', qty: 1 }], buyer: { name: ' ', phone: '1' } }, 'Name and phone required'],
      [
        'whose phone nobody sees',
        { items: [{ id: 'x', qty: 1 }], buyer: { name: 'x', phone: '\u200e\u2060' } },
        'Name and phone required',
      ],
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
      await shop.database.prisma.store.update({ where: { id: closing.id }, data: { active: false } })
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
      const other = await shop.addStore(sellingBundle)
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
      const { subdomain } = await broken.addStore(sellingBundle)
      await broken.services.db.prisma.$executeRawUnsafe('ALTER TABLE orders RENAME TO orders_away')
      expect(await clientOf(broken, subdomain, by).verify(good)).toEqual({ status: 500, error: 'Verification failed' })
      await broken.close()
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
