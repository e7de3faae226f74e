import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { jobHandlers } from '../../src/process/job-handlers.ts'
import { buyer, dataOf, pay, productIdOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { needs } from '../support/needs.ts'
import { type Prometheus, startPrometheus } from '../support/prometheus.ts'
import { noPrometheus, promtool, type Scrape, scrape } from '../support/scrape.ts'
import { generousHolds, openShop, type Shop } from '../support/shop.ts'

const FOLDER = 'docs/operations'
const read = (name: string) => readFileSync(`${FOLDER}/${name}`, 'utf8')

interface Panel {
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}
// The file is ours, and Grafana reads more of it than this.
const dashboard = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] }

/** Expressions by what asks for them. `$__rate_interval` is Grafana's: some scrapes. */
const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '1m')] as const),
)

/** What alerts measure: their expressions before the comparison with the threshold. */
const alerts = [
  ...read('alerts.yaml').matchAll(/- alert: (\w+)\n +expr: (?:>-\n)?((?:.|\n)*?)\n +(?:for|labels):/g),
].map(([, name = '', expression = '']) => {
  const [, measure = ''] = /^(.*) [<>] [\d.]+$/s.exec(expression.trim()) ?? []
  return [name, measure.replaceAll(/\s+/g, ' ')] as const
})

it('has expressions of the dashboard and of each alert, which compares a measure with a number', () => {
  expect(panels.length).toBeGreaterThan(25)
  expect(alerts).toHaveLength(read('alerts.yaml').split('- alert:').length - 1)
  expect(alerts.filter(([, measure]) => measure === '')).toEqual([])
})

it('the panels of the dashboard do not overlap', () => {
  const taken = dashboard.panels.flatMap(({ title, gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => ({ title, cell: `${x + (at % w)} ${y + Math.floor(at / w)}` })),
  )
  expect(new Set(taken.map(({ cell }) => cell)).size).toBe(taken.length)
})

describe('with Prometheus', needs(noPrometheus), () => {
  let shop: Shop
  let store: Store
  let prometheus: Prometheus
  let scraped: Scrape

  beforeAll(async () => {
    shop = await openShop({ metrics: true, holdLimits: generousHolds })
    store = await shop.addStore({
      store: { payments: { provider: 'sandbox' } },
      products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 100_000 }],
    })
    shop.services.jobs.start(jobHandlers(shop.services))
    const { host } = new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' }))
    prometheus = await startPrometheus(
      read('prometheus.yaml')
        .replace('localhost:4000', host)
        .replaceAll(': 15s', ': 500ms')
        .replace('- alerts.yaml', `- ${resolve(FOLDER, 'alerts.yaml')}`),
    )
  })
  afterAll(async () => {
    await prometheus?.close()
    await shop.services.jobs.stop(1_000)
    await shop.close()
  })

  let rounds = 0

  async function traffic(): Promise<void> {
    rounds += 1
    const tea = await productIdOf(shop, store, 'tea')
    const client = clientOf(shop, store.subdomain, 'REST')
    await rest(shop, 'GET', `/api/sites/${store.subdomain}/products`)
    await rest(shop, 'GET', `/api/sites/${store.subdomain}/customer/me`)
    // Answers that are kept take no time: these are made.
    await rest(shop, 'GET', `/api/sites/${store.subdomain}/products?category=${rounds}`)
    await graphql(shop, store.subdomain, `{ products(category: "${rounds}") { nodes { name } } }`)
    const placed = await dataOf(client.checkout({ buyer, items: [{ id: tea, qty: 1 }] }))
    await dataOf(client.verify(await pay(shop, placed.providerOrderId)))
  }

  it.each([
    ['the dashboard', panels],
    ['the alerts', alerts],
  ])('every query of %s returns data from a real scrape', { timeout: 180_000 }, async (_, queries) => {
    const silent = new Map(queries.map(([name, expression]) => [expression, name]))
    await vi.waitFor(
      async () => {
        await traffic()
        for (const expression of silent.keys()) {
          const values = await prometheus.query(expression)
          if (values.length > 0 && values.every((value) => !Number.isNaN(value))) silent.delete(expression)
        }
        expect([...silent]).toEqual([])
      },
      { timeout: 150_000, interval: 250 },
    )
  })

  it('every alert can be evaluated, and none fires', async () => {
    await vi.waitFor(
      async () => {
        const health = await prometheus.alerts()
        expect(Object.keys(health).toSorted()).toEqual(alerts.map(([name]) => name).toSorted())
        expect(new Set(Object.values(health))).toEqual(new Set(['ok']))
      },
      { timeout: 60_000 },
    )
    expect(await prometheus.query('ALERTS{alertstate="firing"}')).toEqual([])
  })

  it('every metric that the page describes is there, and the page describes all of ours', async () => {
    scraped = await scrape(shop.app)
    const served = [...scraped.text.matchAll(/^# TYPE (storefront_\w+)/gm)].map(([, name = '']) => name)
    const page = read('README.md')
    const described = served.filter((name) => page.includes(`\`${name}\``) || name.endsWith('_connections_max'))
    expect(described).toEqual(served)
  })

  it('promtool takes the rules and the configuration, and each alert fires when it should', () => {
    for (const file of ['alerts.yaml', 'prometheus.yaml']) {
      const kind = file === 'alerts.yaml' ? 'rules' : 'config'
      expect(promtool(['check', kind, `${FOLDER}/${file}`])).toMatchObject({ passed: true })
    }
    const { passed, output } = promtool(['test', 'rules', 'test/operations/alerts.promtool.yaml'])
    expect(output).toContain('SUCCESS')
    expect(passed).toBe(true)
    const tested = readFileSync('test/operations/alerts.promtool.yaml', 'utf8')
    for (const [name] of alerts) expect(tested).toContain(`alertname="${name}"`)
  })
})
