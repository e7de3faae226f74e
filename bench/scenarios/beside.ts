import { setTimeout as wait } from 'node:timers/promises'
import { runClient } from '../load/client.ts'
import type { Loaded } from '../load/load.ts'
import { type Contender, compare, doubts, measuredRow } from '../measure.ts'
import type { Bench } from '../open-bench.ts'
import type { Scenario } from '../scenario.ts'
import type { Server } from '../servers/server.ts'
import { ask, BUSY_SITE, logIn, ownerQuery, products, Refused } from './requests.ts'

/** So few that a server which does nothing else has them done at once. */
const RATE = 100
const CONNECTIONS = 10
const LOG_INS = 20
const ROWS = { smoke: 100, full: 10_000 }

/** After a refusal. */
const RETRY_AFTER_MS = 100

type Disturbance = (bench: Bench, url: string) => Promise<unknown>

const disturbances: Record<string, Disturbance> = {
  '20 log-ins at once': (_bench, url) => Promise.all(Array.from({ length: LOG_INS }, (_, n) => ask(url, logIn(n)))),
  'an import': importRows,
  'an export': ({ shop }, url) =>
    ask(url, {
      method: 'GET',
      path: `${BUSY_SITE}/owner/export/orders.csv`,
      headers: { authorization: `Bearer ${shop.busyOwnerKey}` },
    }),
}

export const beside: Scenario = {
  name: 'beside',
  about: `REST, 100 products, ${RATE} requests a second, beside heavier work`,
  async run(bench) {
    const server = await bench.serve()
    const contenders: Contender[] = [
      { name: 'alone', server, run: (seconds) => readSteadily(server, seconds) },
      ...Object.entries(disturbances).map(([name, disturb]) => ({
        name: `beside ${name}`,
        server,
        run: (seconds: number) => whileDisturbed(bench, server, seconds, disturb),
      })),
    ]
    const measured = await compare(contenders, bench.options)
    await server.stop()
    const [alone, ...others] = measured
    return {
      title: this.about,
      rows: measured.map((one) => measuredRow(one, 'req')),
      targets: others.map(({ name, p99 }) => ({
        what: `p99 ${name}, of alone`,
        measured: (p99 || Number.NaN) / (alone?.p99 || Number.NaN),
        atMost: 3,
      })),
      notes: [
        `again and again for as long as a round lasts: ${LOG_INS} log-ins at once; an import of ${rowsOf(bench)} rows; an export of the busy store's orders`,
        ...doubts(measured),
      ],
      details: { measured },
    }
  },
}

const readSteadily = ({ url }: Server, seconds: number): Promise<Loaded> =>
  runClient({ url, connections: CONNECTIONS, seconds, rate: RATE, work: { kind: 'requests', requests: [products()] } })

async function whileDisturbed(bench: Bench, server: Server, seconds: number, disturb: Disturbance): Promise<Loaded> {
  let ended = false
  const disturbing = (async () => {
    while (!ended) {
      await disturb(bench, server.url).catch(async (error) => {
        if (!(error instanceof Refused)) throw error
        await wait(RETRY_AFTER_MS)
      })
    }
  })()
  // What fails there ends the measurement too.
  const loaded = Promise.race([readSteadily(server, seconds), disturbing.then(() => new Promise<never>(() => {}))])
  try {
    return await loaded
  } finally {
    ended = true
    await disturbing.catch(() => {})
  }
}

const rowsOf = ({ options }: Bench) => ROWS[options.smoke ? 'smoke' : 'full']

let imports = 0

/** Each time with other prices, so that every row is written. */
async function importRows(bench: Bench, url: string) {
  imports += 1
  const rows = Array.from({ length: rowsOf(bench) }, (_, index) => ({
    slug: `imported-${index}`,
    name: `Imported tea no. ${index}`,
    price: 100 + ((index + imports) % 900),
    category: 'Imported',
  }))
  const query = `mutation ($rows: [ProductRowInput!]!) { importProducts(rows: $rows) { __typename } }`
  const { text } = await ask(url, ownerQuery(BUSY_SITE, bench.shop.busyOwnerKey, query, { rows }))
  if (text.includes('"errors"')) throw new Error(`The import failed: ${text.slice(0, 500)}`)
}
