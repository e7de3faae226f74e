import { compare, doubts, measuredRow } from '../measure.ts'
import type { Chart } from '../report/report.ts'
import type { Scenario } from '../scenario.ts'
import { startBare } from '../servers/bare.ts'
import { ask, ORDER_NO, PRODUCT_ID, products } from './requests.ts'

const STEPS = { smoke: [1, 4], full: [1, 5, 10, 50, 100, 200] }

export const connections: Scenario = {
  name: 'connections',
  about: 'REST, 100 products: throughput against connections',
  async run(bench) {
    const { databaseUrl, options, shop } = bench
    const ours = await bench.serve()
    const { text } = await ask(ours.url, products())
    const parameters = { ...shop, productId: PRODUCT_ID, orderNo: ORDER_NO }
    const servers = {
      ours,
      'bare, from memory': await startBare({ kind: 'memory', body: text, etag: '"bare"' }),
      'bare, 1 SQL': await startBare({ kind: 'statements', databaseUrl, answer: 'products', parameters }),
    }
    const lines: Chart['lines'] = Object.keys(servers).map((name) => ({ name, points: [] }))
    const measured = []
    for (const count of STEPS[options.smoke ? 'smoke' : 'full']) {
      const contenders = Object.entries(servers).map(([name, server]) => ({
        name: `${name}, ${count} connections`,
        server,
        run: (seconds: number) => bench.load({ url: server.url, requests: [products()], connections: count, seconds }),
      }))
      for (const [index, one] of (await compare(contenders, options)).entries()) {
        measured.push(one)
        lines[index]?.points.push({ x: count, y: one.perSecond })
      }
    }
    for (const server of Object.values(servers)) await server.stop()
    return {
      title: this.about,
      rows: measured.map((one) => measuredRow(one, 'req')),
      notes: doubts(measured),
      charts: [{ file: 'connections', title: 'REST, 100 products', x: 'connections', y: 'requests a second', lines }],
      details: { measured },
    }
  },
}
