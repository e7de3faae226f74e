import { join } from 'node:path'
import { withClient } from '../data/databases.ts'
import { fillCatalogue } from '../data/fill-search.ts'
import type { HttpRequest } from '../load/load.ts'
import { bundledProgram } from '../machine/bundled-program.ts'
import { runCommand } from '../machine/run-command.ts'
import type { Bench } from '../open-bench.ts'
import type { Row, Target } from '../report/report.ts'
import { median, quantile } from '../report/statistics.ts'
import type { Scenario } from '../scenario.ts'
import type { Server } from '../servers/server.ts'
import { startStorefront } from '../servers/storefront.ts'
import { countStatements } from './count-statements.ts'
import { timesOf } from './growing-requests.ts'
import { ask, SITE } from './requests.ts'

/** Of each request in each round. */
const TIMES = { smoke: 2, full: 50 }
const PAGE = 20
/** As a shopper who has chosen a filter and an order sends it. */
const REFINED = 'in_stock=1&min_price=300&sort=price_asc&facets=1'

/** In a catalogue of `addCatalogue`, whose names have the word `estate` and another number for each hundred products. */
const searches = [
  { name: 'a word of all and a number', query: `q=estate+99&${REFINED}` },
  { name: 'two words in a hundredth', query: `q=assam+golden&${REFINED}` },
  { name: 'a word in a tenth', query: `q=assam&${REFINED}` },
  { name: 'a misspelt word in a tenth', query: `q=darjeling&${REFINED}` },
  { name: 'a word in a tenth, best first, without facets', query: 'q=assam' },
  { name: 'a brand, cheapest first, with facets', query: 'brand=Brand+7&sort=price_asc&facets=1' },
  { name: 'everything, cheapest first', query: 'sort=price_asc' },
] as const

interface SearchedShop {
  name: string
  products: { smoke: number; full: number }
  where: string
  open(bench: Bench, products: number): Promise<Pick<Server, 'url' | 'stop'>>
}

const searchScenario = ({ name, products, where, open }: SearchedShop): Scenario => ({
  name,
  about: `searches with filter, order and facets in ${products.full.toLocaleString('en-US')} products, ${where}: one client, every cache off`,
  apart: true,
  async run(bench) {
    const { options } = bench
    const size = options.smoke ? 'smoke' : 'full'
    const { url, stop } = await open(bench, products[size])
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
})

export const search = searchScenario({
  name: 'search',
  products: { smoke: 300, full: 100_000 },
  where: 'served',
  open: async (bench, products) =>
    await startStorefront({ databaseUrl: await fillServed(bench, products), caches: 'off' }),
})

export const searchEmbedded = searchScenario({
  name: 'search-embedded',
  products: { smoke: 100, full: 10_000 },
  where: 'embedded',
  async open(bench, products) {
    const dataDir = await bench.dataDir()
    await fillEmbedded(bench, dataDir, products)
    return await startStorefront({ dataDir, caches: 'off' })
  },
})

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

async function fillServed({ databases, templateUrl, shop }: Bench, products: number): Promise<string> {
  const databaseUrl = await databases.create(templateUrl)
  await withClient(databaseUrl, (client) => fillCatalogue(client, shop.storeId, products))
  return databaseUrl
}

/** In a process of its own: this one answers for the statement counter, and an embedded database leaves it no time. */
async function fillEmbedded({ options }: Bench, dataDir: string, products: number): Promise<void> {
  const program = await bundledProgram(join(import.meta.dirname, '..', 'data', 'fill-embedded.ts'))
  // For few products it would take longer to optimise the database's WebAssembly than to run it.
  const flags = options.smoke ? ['--liftoff-only'] : []
  await runCommand(process.execPath, [...flags, program, dataDir, String(products)])
}
