import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdersOf } from '../../src/commerce/orders/holds/holders.ts'
import { lockingHolders } from '../../src/commerce/orders/holds/holdings.sql.ts'
import { Prisma, type Store } from '../../src/generated/prisma/client.ts'
import { atOnce, buyer, dataOf, pay, productIdOf, signUpWithPoints, tally } from '../support/buying.ts'
import { onCluster } from '../support/citus-cluster.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { lock, lockedTables, lockedWhileWaiting, rowsOf, untilWaiting } from '../support/locks.ts'
import { needs, noServer } from '../support/needs.ts'
import { generousHolds, openShop, type Shop } from '../support/shop.ts'

const { sql, raw } = Prisma
const ADDRESS = '203.0.113.7'

// Who waits for whom on a cluster is known to its workers alone.
describe.skipIf(onCluster())(
  'a checkout locks step by step, and nothing of the next before the last',
  needs(noServer),
  () => {
    let shop: Shop
    let store: Store
    let client: StorefrontClient
    let customer: { id: string; token: string }
    let products: Record<'counted' | 'sized' | 'free', string>

    beforeAll(async () => {
      shop = await openShop({ holdLimits: generousHolds, limitsOff: true })
      store = await shop.addStore({
        store: { payments: { provider: 'sandbox' }, loyalty: { enabled: true, earnRate: 0, redeemRate: 1 } },
        products: [
          { slug: 'counted', name: 'Assam', price: 100, stock: 1000 },
          { slug: 'sized', name: 'Sencha', price: 100, variants: [{ options: { size: '50g' }, stock: 1000 }] },
          { slug: 'free', name: 'Water', price: 100 },
        ],
        discounts: [
          { code: 'TEN', type: 'fixed', value: 10, usageLimit: 1000 },
          { code: 'MUCH', type: 'fixed', value: 5000, usageLimit: 1000 },
        ],
      })
      client = clientOf(shop, store.subdomain, 'REST')
      customer = await signUpWithPoints(shop, store, client, 1000)
      const idOf = (slug: string) => productIdOf(shop, store, slug)
      products = { counted: await idOf('counted'), sized: await idOf('sized'), free: await idOf('free') }
    })
    afterAll(() => shop.close())

    const tables = lockedTables
    type Step = 'holders' | 'orders' | (typeof tables)[number]
    const rows = (table: Step) => rowsOf(store.id, table)
    const whileWaiting = (step: Step) => lockedWhileWaiting(shop.database.prisma, store.id, step)

    /** Holds the step for itself until a checkout waits for it, and returns which tables that has locked rows by then. */
    async function lockedBefore(step: Step, input: object, token?: string) {
      const customerId = token === undefined ? null : customer.id
      const holders = holdersOf({ customerId, phone: buyer.phone, ip: ADDRESS, cartIds: [] })
      const held =
        step === 'holders' ? sql`WITH ${lockingHolders(store.id, holders)} SELECT 1 FROM locked_holders` : null
      const release = await lock(shop.database.prisma, held ?? sql`${rows(step)} FOR UPDATE`)
      const placed = dataOf(client.checkout({ buyer, ...input }, { token, ip: ADDRESS }))
      const locked = await whileWaiting(step)
      await release()
      await placed
      await shop.database.prisma.orderHolder.deleteMany({ where: { storeId: store.id } })
      return locked
    }

    it('for all that there can be in a cart', async () => {
      const items = [
        { id: products.sized, qty: 1, variant: { size: '50g' } },
        { id: products.counted, qty: 1 },
      ]
      const cart = { items, discountCode: 'TEN', loyaltyPoints: 1 }
      const steps: Step[] = ['holders', ...tables]
      for (const [index, step] of steps.entries()) {
        const locked = tables.slice(0, Math.max(0, index - 1))
        if (step !== 'carts') {
          expect(await lockedBefore(step, cart, customer.token)).toEqual(locked.filter((table) => table !== 'carts'))
        }
        const stored = await dataOf(client.createCart({ items, discountCode: 'TEN' }, customer))
        const input = { cartId: stored.cart.id, loyaltyPoints: 1 }
        expect(await lockedBefore(step, input, customer.token)).toEqual(locked)
      }
    })

    it('also where a step has nothing to lock', async () => {
      const uncounted = [{ id: products.free, qty: 1 }]
      const withAll = { items: uncounted, discountCode: 'TEN', loyaltyPoints: 1 }
      expect(await lockedBefore('holders', withAll, customer.token)).toEqual([])
      expect(await lockedBefore('customers', withAll, customer.token)).toEqual([])
      expect(await lockedBefore('discounts', withAll, customer.token)).toEqual(['customers'])
      expect(await lockedBefore('holders', { items: uncounted })).toEqual([])
      expect(await lockedBefore('discounts', { items: uncounted, discountCode: 'TEN' })).toEqual([])
      const { cart } = await dataOf(client.createCart({ items: uncounted, discountCode: 'TEN' }))
      expect(await lockedBefore('carts', { cartId: cart.id })).toEqual([])
      expect(await lockedBefore('discounts', { cartId: cart.id })).toEqual(['carts'])
    })

    it('and a verification its order, then the counters that it takes from', async () => {
      const items = [
        { id: products.sized, qty: 1, variant: { size: '50g' } },
        { id: products.counted, qty: 1 },
      ]
      for (const [step, expected] of [
        ['orders', []],
        ['products', []],
        ['variants', ['products']],
      ] as const) {
        const receipt = await pay(shop, (await dataOf(client.checkout({ items, buyer }))).providerOrderId)
        const release = await lock(shop.database.prisma, sql`${rows(step)} FOR UPDATE`)
        const verified = dataOf(client.verify(receipt))
        expect(await whileWaiting(step)).toEqual(expected)
        await release()
        await verified
      }
    })

    it('and its discount before the counts of what was sold', async () => {
      const items = [{ id: products.free, qty: 1 }]
      const placed = await dataOf(client.checkout({ items, buyer, discountCode: 'TEN' }))
      const receipt = await pay(shop, placed.providerOrderId)
      const release = await lock(
        shop.database.prisma,
        sql`SELECT FROM product_sales WHERE store_id = ${store.id}::uuid FOR UPDATE`,
      )
      const verified = dataOf(client.verify(receipt))
      expect(await whileWaiting('orders')).toEqual(['discounts'])
      await release()
      await verified
    })

    it('and its discount when most is written, since other orders wait for it, but before its holds', async () => {
      const items = [{ id: products.counted, qty: 1 }]
      const { providerOrderId } = await dataOf(client.checkout({ items, buyer, discountCode: 'TEN' }))
      const receipt = await pay(shop, providerOrderId)
      const freeRows = (table: string) =>
        shop.database.prisma.$executeRaw(sql`
          SELECT FROM ${raw(table)} WHERE store_id = ${store.id}::uuid
            AND order_id = (SELECT id FROM orders WHERE provider_order_id = ${providerOrderId}) FOR UPDATE SKIP LOCKED`)
      const release = await lock(shop.database.prisma, sql`${rows('discounts')} FOR UPDATE`)
      const verified = dataOf(client.verify(receipt))
      await untilWaiting(shop.database.prisma, 1)
      expect(await freeRows('order_items')).toBe(0)
      // The buyer's next checkout has locked the discount when it takes the holds over.
      expect(await freeRows('stock_holds')).toBe(1)
      expect(await freeRows('order_holders')).toBe(2)
      await release()
      await verified
      expect(await freeRows('order_holders')).toBe(0)
    })

    it('and no counter for a signature that is not good, of an order that has failed', async () => {
      const items = [{ id: products.counted, qty: 1 }]
      const { providerOrderId } = await dataOf(client.checkout({ items, buyer }))
      const receipt = await pay(shop, providerOrderId, 'fail')
      const refused = { status: 400, error: 'Invalid signature' }
      expect(await client.verify(receipt)).toEqual(refused)
      const release = await lock(shop.database.prisma, sql`${rows('products')} FOR UPDATE`)
      expect(await client.verify(receipt)).toEqual(refused)
      await release()
    })

    it('and neither counters nor webhooks for an order that is not there', async () => {
      const listening = { storeId: store.id, url: 'https://hooks.example', sealedSecret: 'sealed' }
      const { id } = await shop.database.prisma.webhook.create({ data: listening })
      const release = await lock(
        shop.database.prisma,
        sql`SELECT FROM products, webhooks WHERE webhooks.store_id = ${store.id}::uuid FOR UPDATE`,
      )
      const receipt = { provider_order_id: 'order_of_nobody', provider_payment_id: 'pay_1', provider_signature: '00' }
      expect(await client.verify(receipt)).toEqual({ status: 400, error: 'Invalid signature' })
      await release()
      await shop.database.prisma.webhook.delete({ where: { storeId_id: { storeId: store.id, id } } })
    })

    it('and so do settlements: none fails beside orders of the same cart that cost nothing', async () => {
      const set = [{ id: products.free, qty: 60 }]
      const { cart } = await dataOf(client.createCart({ items: set, discountCode: 'MUCH' }))
      const place = () => client.checkout({ cartId: cart.id, buyer })
      const receipts: Record<string, unknown>[] = []
      for (let at = 0; at < 6; at += 1) receipts.push(await pay(shop, (await dataOf(place())).providerOrderId))
      await dataOf(client.updateCart(cart.id, { set: [{ id: products.free, qty: 50 }] }))
      const outcomes = await atOnce(12, (at) => (at % 2 ? client.verify(receipts[(at - 1) / 2] ?? {}) : place()))
      const { ok = 0, '400 Cart is empty': empty = 0, ...others } = tally(outcomes)
      expect({ count: ok + empty, others }).toEqual({ count: 12, others: {} })
      expect(outcomes.filter((outcome, at) => at % 2 && 'data' in outcome)).toHaveLength(6)
    })
  },
)
