import { withClient } from '../data/databases.ts'
import { addOrders, addProducts, addReviews, addStores, inBulk, settle } from '../data/fill.ts'
import { addSearchRows } from '../data/fill-search.ts'
import { eachOf } from '../measure.ts'
import type { Bench } from '../open-bench.ts'
import type { Row } from '../report/report.ts'
import { median } from '../report/statistics.ts'
import type { Scenario } from '../scenario.ts'
import { startStorefront } from '../servers/storefront.ts'
import { growingRequests, timesOf } from './growing-requests.ts'

interface Size {
  products: number
  stores: number
  orders: number
}

const SIZES: Record<'smoke' | 'full', Size[]> = {
  smoke: [
    { products: 100, stores: 2, orders: 100 },
    { products: 300, stores: 5, orders: 300 },
  ],
  full: [
    { products: 100, stores: 10, orders: 1_000 },
    { products: 1_000, stores: 100, orders: 10_000 },
    { products: 10_000, stores: 1_000, orders: 100_000 },
    { products: 100_000, stores: 5_000, orders: 1_000_000 },
  ],
}
/** Of each request in each round. */
const TIMES = { smoke: 2, full: 30 }
const ORDERS_OF_CUSTOMER = 20

export const growth: Scenario = {
  name: 'growth',
  about: 'what grows with the data: one client, the median time of a request in milliseconds, every cache off',
  apart: true,
  async run(bench) {
    const kind = bench.options.smoke ? 'smoke' : 'full'
    const sizes = SIZES[kind]
    const opened = await eachOf(sizes, bench.options, async (size) => {
      const databaseUrl = await fillTo(bench, size)
      const server = await startStorefront({ databaseUrl, caches: 'off' })
      return { server, asked: await growingRequests(bench, server.url, size) }
    })
    const servers = opened.map(({ server }) => server)
    const asked = opened.map((one) => one.asked)
    // By size, by request.
    const times = asked.map((requests) => requests.map((): number[] => []))
    for (let round = 0; round <= bench.options.rounds; round += 1) {
      for (const [index] of asked[0]?.entries() ?? []) {
        for (const [which, server] of servers.entries()) {
          const request = asked[which]?.[index]
          if (!request) continue
          const taken = await timesOf(server.url, request, TIMES[kind])
          // The first round warms up.
          if (round > 0) times[which]?.[index]?.push(...taken)
        }
      }
    }
    for (const server of servers) await server.stop()

    const names = (asked[0] ?? []).map(({ name }) => name)
    const medians = names.map((_, index) => times.map((ofSize) => median(ofSize[index] ?? [])))
    const grown = medians.map((ofRequest) => (ofRequest.at(-1) ?? 0) / (ofRequest[0] || 1))
    return {
      title: this.about,
      rows: names.map(
        (request, index): Row => ({
          request,
          ...Object.fromEntries(sizes.map((size, which) => [label(size), medians[index]?.[which] ?? null])),
          'last of first': grown[index] ?? null,
        }),
      ),
      targets: names.map((name, index) => ({ what: name, measured: grown[index] ?? 0, atMost: 1.5 })),
      charts: [
        {
          file: 'growth',
          title: 'Time against data size, one client',
          x: 'products of the store (with them grow orders × 10 and the number of stores)',
          y: 'milliseconds',
          lines: names.map((name, index) => ({
            name,
            points: sizes.map(({ products }, which) => ({ x: products, y: medians[index]?.[which] ?? 0 })),
          })),
        },
      ],
      details: { sizes, times },
    }
  },
}

const label = ({ products, stores, orders }: Size) =>
  [products, stores, orders].map((count) => count.toLocaleString('en-US')).join(' / ')

/** A database where the store has so much, among so many others. */
async function fillTo({ databases, templateUrl, shop }: Bench, { products, stores, orders }: Size): Promise<string> {
  const databaseUrl = await databases.create(templateUrl)
  const { storeId, customerId } = shop
  await withClient(databaseUrl, async (client) => {
    await inBulk(client, ['products', 'orders', 'order_items'], async () => {
      await addProducts(client, storeId, products)
      await addStores(client, stores, 10)
      const ofGuests = orders - ORDERS_OF_CUSTOMER
      await addOrders(client, storeId, { count: ORDERS_OF_CUSTOMER, itemsEach: 3, customerId })
      await addOrders(client, storeId, { from: ORDERS_OF_CUSTOMER + 1, count: ofGuests, itemsEach: 1 })
    })
    await addReviews(client, storeId, Math.min(products, 1_000), 20)
    await addSearchRows(client)
    await settle(client)
  })
  return databaseUrl
}
