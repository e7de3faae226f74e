import { withClient } from '../data/databases.ts'
import { settle } from '../data/fill.ts'
import { addCatalogue, addSearchRows } from '../data/fill-search.ts'
import type { HttpRequest } from '../load/load.ts'
import type { Bench } from '../open-bench.ts'
import type { Row, Target } from '../report/report.ts'
import { median, quantile } from '../report/statistics.ts'
import type { Scenario } from '../scenario.ts'
import { startStorefront } from '../servers/storefront.ts'
import { countStatements } from './count-statements.ts'
import { timesOf } from './growing-requests.ts'
import { ask, SITE } from './requests.ts'

const PRODUCTS = { smoke: 300, full: 100_000 }
/** Of each request in each round. */
const TIMES = { smoke: 2, full: 50 }
const PAGE = 20
/** As a shopper who has chosen a filter and an order sends it. */
const REFINED = 'in_stock=1&min_price=300&sort=price_asc&facets=1'

/** In a catalogue of `addCatalogue`; each word of a name is in a tenth of the products. */
const searches = [
  { name: 'a word in 200 products', query: `q=estate+123&${REFINED}` },
  { name: 'two words in 1,000', query: `q=assam+golden&${REFINED}` },
  { name: 'a word in 10,000', query: `q=assam&${REFINED}` },
  { name: 'a misspelt word in 10,000', query: `q=darjeling&${REFINED}` },
  { name: 'a word in 10,000, best first, without facets', query: 'q=assam' },
  { name: 'a brand, cheapest first, with facets', query: 'brand=Brand+7&sort=price_asc&facets=1' },
  { name: 'everything, cheapest first', query: 'sort=price_asc' },
] as const

export const search: Scenario = {
  name: 'search',
  about: `searches with filter, order and facets in ${PRODUCTS.full.toLocaleString('en-US')} products: one client, every cache off`,
  apart: true,
  async run(bench) {
    const { options } = bench
    const size = options.smoke ? 'smoke' : 'full'
    const { url, stop } = await startStorefront({ databaseUrl: await fill(bench, PRODUCTS[size]), caches: 'off' })
    const asked = await Promise.all(
      searches.map(async ({ name, query }) => ({ name, first: page(query), deep: await middlePage(url, query) })),
    )
    const times = asked.map(() => ({ first: [] as number[], deep: [] as number[] }))
    for (let round = 0; round <= options.rounds; round += 1) {
      for (const [index, { name, first, deep }] of asked.entries()) {
        const taken = {
          first: await timesOf(url, { name, request: first }, TIMES[size]),
          deep: await timesOf(url, { name, request: deep }, TIMES[size]),
        }
        // The first round warms up.
        if (round === 0) continue
        times[index]?.first.push(...taken.first)
        times[index]?.deep.push(...taken.deep)
      }
    }
    await stop()

    const rows: Row[] = []
    const targets: Target[] = []
    for (const [index, { name, first }] of asked.entries()) {
      const taken = times[index] ?? { first: [], deep: [] }
      const { count } = await countStatements(bench, 'off', first)
      const [atOnce, later] = [median(taken.first), median(taken.deep)]
      rows.push({
        search: name,
        ms: atOnce,
        p95: quantile(taken.first, 0.95),
        'ms, deep page': later,
        'p95, deep page': quantile(taken.deep, 0.95),
        SQL: count,
      })
      targets.push(
        { what: `p95 of ${name}, ms`, measured: quantile(taken.first, 0.95), atMost: 60 },
        { what: `deep page of the first, ${name}`, measured: later / atOnce, atMost: 1.5 },
        { what: `SQL statements of ${name}`, measured: count, atMost: 3 },
      )
    }
    return { title: this.about, rows, targets, details: { times } }
  },
}

const page = (query: string): HttpRequest => ({ method: 'GET', path: `${SITE}/products?${query}&first=${PAGE}` })

/** The page after half of what is found, walked to in the largest steps. */
async function middlePage(url: string, query: string): Promise<HttpRequest> {
  const { total } = await list(url, `${query}&first=1`)
  let after: string | null = null
  for (let passed = 0; passed + 100 <= total / 2; passed += 100) {
    after = (await list(url, `${query.replace('&facets=1', '')}&first=100${after ? `&after=${after}` : ''}`)).next
  }
  return page(after ? `${query}&after=${after}` : query)
}

async function list(url: string, query: string) {
  const { text } = await ask(url, { method: 'GET', path: `${SITE}/products?${query}` })
  return JSON.parse(text) as { next: string | null; total: number } // REST's shape
}

async function fill({ databases, templateUrl, shop }: Bench, products: number): Promise<string> {
  const databaseUrl = await databases.create(templateUrl)
  await withClient(databaseUrl, async (client) => {
    await addCatalogue(client, shop.storeId, products)
    await addSearchRows(client)
    await settle(client)
  })
  return databaseUrl
}
