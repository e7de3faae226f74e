import { describe, expect, it } from 'vitest'
import { Prisma, type Store } from '../../src/generated/prisma/client.ts'
import { buyer, dataOf, productIdOf, signUpWithPoints } from '../support/buying.ts'
import { onCluster } from '../support/citus-cluster.ts'
import { clientOf } from '../support/client.ts'
import { lock, untilWaiting } from '../support/locks.ts'
import { needs, noServer } from '../support/needs.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ holdLimits: generousHolds }))

async function openStore(bundle: object) {
  const store = await shop.addStore({ store: { payments: { provider: 'sandbox' } }, ...bundle })
  return { store, client: clientOf(shop, store.subdomain, 'REST') }
}

const { sql } = Prisma

// Who waits for whom on a cluster is known to its workers alone.
describe.skipIf(onCluster())('what the owner changes while two checkouts wait for a lock', needs(noServer), () => {
  /**
   * Two customers each buy a product of their own and the one that both want. Both have begun, and wait for their own
   * product, when the owner makes the change; then both go on, up to the moment before they write their orders.
   */
  async function buyWhileChanging(change: (store: Store) => Promise<unknown>, more: object = {}) {
    const { store, client } = await openStore({
      products: [
        { slug: 'tea-0', name: 'Assam', price: 100, stock: 10 },
        { slug: 'tea-1', name: 'Sencha', price: 100, stock: 10 },
        { slug: 'rare', name: 'Rare tea', price: 100 },
      ],
      discounts: [{ code: 'TEN', type: 'fixed', value: 10 }],
    })
    const rare = await productIdOf(shop, store, 'rare')
    const tokens = [0, 1].map(async () => (await signUpWithPoints(shop, store, client, 0)).token)
    const carts = await Promise.all(
      tokens.map(async (token, index) => ({
        token: await token,
        items: [
          { id: await productIdOf(shop, store, `tea-${index}`), qty: 1 },
          { id: rare, qty: 1 },
        ],
      })),
    )
    const releaseProducts = await lock(
      shop.database.prisma,
      sql`SELECT 1 FROM products WHERE store_id = ${store.id}::uuid AND stock IS NOT NULL FOR UPDATE`,
    )
    const outcomes = carts.map(({ token, items }, index) =>
      dataOf(
        client.checkout(
          { items, buyer: { ...buyer, phone: `98765 4321${index}` }, ...more },
          { token, headers: { 'idempotency-key': `key-${index}` } },
        ),
      ),
    )
    await untilWaiting(shop.database.prisma, 2)
    await change(store)
    const releaseKeys = await lock(
      shop.database.prisma,
      sql`SELECT 1 FROM idempotency_keys WHERE store_id = ${store.id}::uuid FOR UPDATE`,
    )
    await releaseProducts()
    await untilWaiting(shop.database.prisma, 2)
    await releaseKeys()
    return { store, rare, placed: await Promise.all(outcomes) }
  }

  it('a stock that is counted from now on is promised to one of them', async () => {
    const { store, rare } = await buyWhileChanging(({ id: storeId }) =>
      shop.database.prisma.product.updateMany({ where: { storeId, slug: 'rare' }, data: { stock: 1 } }),
    )
    const where = { storeId: store.id, productId: rare }
    expect(await shop.database.prisma.stockHold.count({ where })).toBe(1)
    expect(await shop.database.prisma.orderItem.count({ where })).toBe(1)
  })

  it('a discount that is limited from now on is given to one of them', async () => {
    const { placed } = await buyWhileChanging(
      ({ id: storeId }) => shop.database.prisma.discount.updateMany({ where: { storeId }, data: { usageLimit: 1 } }),
      { discountCode: 'TEN' },
    )
    expect(placed.map(({ breakdown }) => breakdown.discount).sort()).toEqual([0, 10])
  })
})

it('a checkout is priced by settings that another process has just changed, at once', async () => {
  const { store, client } = await openStore({ products: [{ slug: 'tea', name: 'Tea', price: 100 }] })
  const input = { items: [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }], buyer }
  const { breakdown } = await dataOf(client.checkout(input))
  expect(breakdown).toMatchObject({ shipping: 0, total: 100 })

  const change = { shippingFee: 4000n, taxRateMicro: 50_000, loyaltyEnabled: true, earnRateMicro: 100_000n }
  await changeElsewhere(store, change)
  const { token } = await signUpWithPoints(shop, store, client, 0)
  const placed = await dataOf(client.checkout(input, { token }))
  expect(placed.breakdown).toMatchObject({ shipping: 40, tax: 5, total: 145, loyaltyPointsEarned: 10 })
})

it('a checkout finds no store that another process has just switched off', async () => {
  const { store, client } = await openStore({ products: [{ slug: 'tea', name: 'Tea', price: 100 }] })
  const input = { items: [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }], buyer }
  await dataOf(client.checkout(input))
  await changeElsewhere(store, { active: false })
  expect(await client.checkout(input)).toEqual({ status: 404, error: 'Site not found' })
  expect(await shop.database.prisma.order.count({ where: { storeId: store.id } })).toBe(1)
})

/** Changes the store's row, of which this process keeps a copy for a second. */
const changeElsewhere = ({ id }: Store, data: Prisma.StoreUpdateInput) =>
  shop.database.prisma.store.update({ where: { id }, data: { ...data, version: { increment: 1 } } })
