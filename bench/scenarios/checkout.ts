import { productId } from '../data/fill.ts'
import { DISCOUNT_CODE } from '../data/shop.ts'
import { runClient } from '../load/client.ts'
import { runPgbench } from '../load/pgbench.ts'
import { hasCommand } from '../machine/processor.ts'
import { type Contender, compare, doubts, measuredRow } from '../measure.ts'
import { type Bench, PRODUCTS } from '../open-bench.ts'
import type { Target } from '../report/report.ts'
import type { Scenario } from '../scenario.ts'
import type { Server } from '../servers/server.ts'
import { checkoutSql } from './checkout-sql.ts'
import { countStatementsOf } from './count-statements.ts'
import { ask, SITE } from './requests.ts'

const SHOPPERS = { smoke: { few: 2, many: 4 }, full: { few: 10, many: 50 } }
/** Of each shopper in a smoke test, however long they take. */
const SMOKE_FLOWS = 2
const REQUESTS_OF_FLOW = 3
const productIds = Array.from({ length: PRODUCTS }, (_, index) => productId(index + 1))

export const checkout: Scenario = {
  name: 'checkout',
  about: 'guest checkout → pay in the sandbox → verify, without and with one shared discount code',
  async run(bench) {
    const { options } = bench
    const { few, many } = SHOPPERS[options.smoke ? 'smoke' : 'full']
    const server = await bench.serve()
    const kinds = [few, many].flatMap((shoppers) => [false, true].map((discounted) => ({ shoppers, discounted })))
    const contenders = kinds.flatMap(({ shoppers, discounted }): Contender[] => [
      { name: nameOf('ours', shoppers, discounted), server, run: shop(bench, server, shoppers, discounted) },
      ...(hasCommand('pgbench')
        ? [{ name: nameOf('pgbench', shoppers, discounted), server: null, run: transact(bench, shoppers, discounted) }]
        : []),
    ])
    const measured = await compare(contenders, options)
    await server.stop()
    const plain = await countStatementsOf(bench, 'on', (url) => buy(url))
    const discounted = await countStatementsOf(bench, 'on', (url) => buy(url, DISCOUNT_CODE))

    const perSecond = (name: string) => measured.find((one) => one.name === name)?.perSecond ?? Number.NaN
    const share = (of: string, by: string) => perSecond(of) / perSecond(by)
    const targets: Target[] = [
      { what: 'SQL statements of a flow', measured: plain.count, atMost: 14 },
      {
        what: `of pgbench, ${few} shoppers`,
        measured: share(nameOf('ours', few, false), nameOf('pgbench', few, false)),
        atLeast: 0.25,
      },
      {
        what: `of pgbench, ${many} shoppers`,
        measured: share(nameOf('ours', many, false), nameOf('pgbench', many, false)),
        atLeast: 0.25,
      },
      {
        what: `flows/s, ${many} shoppers, scaled to a pgbench of 1,200`,
        measured: share(nameOf('ours', many, false), nameOf('pgbench', many, false)) * 1_200,
        atLeast: 250,
      },
      {
        what: `with a shared code of without, ${many} shoppers`,
        measured: share(nameOf('ours', many, true), nameOf('ours', many, false)),
        atLeast: 0.6,
      },
    ]
    return {
      title: this.about,
      rows: measured.map((one) => ({
        ...measuredRow(one, 'flow'),
        SQL: one.name.startsWith('pgbench') ? null : (one.name.endsWith('code') ? discounted : plain).count,
      })),
      targets: targets.filter((target) => !Number.isNaN(target.measured)),
      notes: [
        'a flow is three requests; SQL counts BEGIN and COMMIT',
        ...(hasCommand('pgbench') ? [] : ['there is no pgbench on this machine to compare with']),
        ...doubts(measured),
      ],
      details: { measured, statements: { plain: plain.texts, discounted: discounted.texts } },
    }
  },
}

const nameOf = (who: string, shoppers: number, discounted: boolean) =>
  `${who}, ${shoppers} shoppers${discounted ? ', one code' : ''}`

const shop =
  ({ options }: Bench, { url }: Server, connections: number, discounted: boolean) =>
  (seconds: number) =>
    runClient({
      url,
      connections,
      ...(options.smoke ? { count: SMOKE_FLOWS * REQUESTS_OF_FLOW * connections } : { seconds }),
      work: {
        kind: 'shopping',
        carts: {
          checkoutPath: `${SITE}/checkout`,
          verifyPath: `${SITE}/checkout/verify`,
          productIds,
          ...(discounted && { discountCode: DISCOUNT_CODE }),
        },
      },
    })

/** In the other store, so that its orders are not ours. */
const transact =
  ({ databaseUrl, shop: { busyStoreId } }: Bench, connections: number, discounted: boolean) =>
  (seconds: number) =>
    runPgbench({ databaseUrl, connections, seconds, script: checkoutSql(busyStoreId, PRODUCTS, discounted) })

let buyers = 0

/** One flow, from the cart to the paid order. */
async function buy(url: string, discountCode?: string): Promise<void> {
  buyers += 1
  const post = async (path: string, body: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.200.0.${buyers % 250}` }
    return (await ask(url, { method: 'POST', path, headers, body })).text
  }
  const items = productIds.slice(0, 2).map((id) => ({ id, qty: 1 }))
  const buyer = { name: 'Ravi Kumar', phone: `97${String(buyers).padStart(8, '0')}`, address: '12 Lake Road' }
  const placed = await post(`${SITE}/checkout`, JSON.stringify({ items, buyer, discountCode }))
  // The specification's shape.
  const { providerOrderId } = JSON.parse(placed) as { providerOrderId: string }
  await post(`${SITE}/checkout/verify`, await post(`/sandbox/orders/${providerOrderId}/pay`, '{}'))
}
