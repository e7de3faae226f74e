import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate/migrate.ts'
import { atOnce, buyer, productIdOf, tally } from '../support/buying.ts'
import { type Cluster, type ClusterWorker, canHaveCluster, startCluster } from '../support/citus-cluster.ts'
import { clientOf } from '../support/client.ts'
import { needs, noCluster } from '../support/needs.ts'
import { generousHolds, openShop, type Shop, unlimited } from '../support/shop.ts'

const CHECKOUTS = 200
const STOCK = 150

let cluster: Cluster
let database: Database
let shop: Shop

type Outcome = Awaited<ReturnType<ReturnType<typeof clientOf>['checkout']>>

interface Placed {
  storeId: string
  worker: ClusterWorker
  buy(slug: 'few' | 'many'): Promise<Outcome>
}

/** A store whose rows are on the worker. Where a store comes to is up to its id, so others are made until it is there. */
async function openStoreOn(worker: ClusterWorker): Promise<Placed> {
  for (;;) {
    const store = await shop.addStore({
      store: { subdomain: `store-${randomUUID().slice(0, 8)}`, payments: { provider: 'sandbox' } },
      products: [
        { slug: 'few', name: 'Few', price: 100, stock: STOCK },
        { slug: 'many', name: 'Many', price: 100, stock: 100_000 },
      ],
    })
    const { rows } = await database.executeSql(
      `SELECT nodeport::int AS port FROM pg_dist_shard_placement
       WHERE shardid = get_shard_id_for_distribution_column('orders', $1::uuid)`,
      [store.id],
    )
    if (rows[0]?.port !== worker.port) continue
    const client = clientOf(shop, store.subdomain, 'REST')
    const ids = { few: await productIdOf(shop, store, 'few'), many: await productIdOf(shop, store, 'many') }
    return { storeId: store.id, worker, buy: (slug) => client.checkout({ items: [{ id: ids[slug], qty: 1 }], buyer }) }
  }
}

const ordersOf = async ({ storeId }: Placed) => {
  const [orders, held, items] = await Promise.all([
    database.prisma.order.findMany({ where: { storeId }, select: { orderNo: true } }),
    database.prisma.stockHold.aggregate({ where: { storeId }, _sum: { qty: true } }),
    database.prisma.orderItem.count({ where: { storeId } }),
  ])
  return { numbers: orders.map(({ orderNo }) => orderNo), held: held._sum.qty ?? 0, items }
}

const numberIn = (outcome: Outcome): string[] => ('data' in outcome ? [outcome.data.orderNo] : [])

describe(
  'two stores on two workers',
  needs(noCluster(), canHaveCluster() ? null : 'a script that brings up a cluster: CITUS_CLUSTER'),
  () => {
    let stores: [Placed, Placed]

    beforeAll(async () => {
      cluster = await startCluster()
      database = await openDatabase({ kind: 'served', url: cluster.url, poolSize: 20, statementTimeoutMs: 60_000 })
      await migrate(database)
      shop = await openShop({ database, policies: { checkout: unlimited, read: unlimited }, holdLimits: generousHolds })
      const [first, second] = cluster.workers
      if (!first || !second) throw new Error('A cluster has two workers')
      stores = [await openStoreOn(first), await openStoreOn(second)]
    })
    afterAll(async () => {
      await shop?.close()
      await cluster?.remove()
    })

    test(`${CHECKOUTS} checkouts at once at each promise its stock, and no statement reaches another shard`, async () => {
      const outcomes = await Promise.all(stores.map((store) => atOnce(CHECKOUTS, () => store.buy('few'))))
      for (const [index, store] of stores.entries()) {
        // A statement to several shards would fail, and its checkout with it.
        expect(tally(outcomes[index] ?? [])).toEqual({ ok: STOCK, '400 No valid items in cart': CHECKOUTS - STOCK })
        const { numbers, held, items } = await ordersOf(store)
        expect([numbers.length, held, items]).toEqual([STOCK, STOCK, STOCK])
      }
    })

    test('a worker that is killed keeps the other’s store from nothing, and has lost nothing when it is back', async () => {
      const [killed, other] = stores
      const before = await ordersOf(killed)
      const kept: string[] = []
      for (let order = 0; order < 5; order += 1) kept.push(...numberIn(await killed.buy('many')))
      expect(kept).toHaveLength(5)

      await killed.worker.kill()
      // Each is asked once: `atOnce` would ask those that were told to come again until the worker is back.
      const [away, untouched] = await Promise.all([
        Promise.all(Array.from({ length: 5 }, () => killed.buy('many'))),
        atOnce(40, () => other.buy('many')),
      ])
      expect(away.flatMap(numberIn)).toEqual([])
      expect(tally(untouched)).toEqual({ ok: 40 })
      // Connections that were open when it was killed break in ways of their own; from then on nobody finds it.
      expect(await killed.buy('many')).toMatchObject({ status: 503 })

      await killed.worker.start()
      const again: string[] = []
      await vi.waitFor(
        async () => {
          again.push(...numberIn(await killed.buy('many')))
          expect(again).not.toEqual([])
        },
        { timeout: 120_000, interval: 200 },
      )
      const after = await ordersOf(killed)
      expect(after.numbers.toSorted()).toEqual([...before.numbers, ...kept, ...again].toSorted())
      expect([after.held, after.items]).toEqual([after.numbers.length, after.numbers.length])
    })
  },
)
