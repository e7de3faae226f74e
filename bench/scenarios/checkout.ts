import { DISCOUNT_CODE } from '../data/shop.ts'
import { runClient } from '../load/client.ts'
import { runPgbench } from '../load/pgbench.ts'
import { hasCommand } from '../machine/processor.ts'
import { type Contender, compare, doubts, measuredRow } from '../measure.ts'
import { type Bench, PRODUCTS } from '../open-bench.ts'
import { shown } from '../report/markdown.ts'
import type { Target } from '../report/report.ts'
import type { Scenario } from '../scenario.ts'
import type { Server } from '../servers/server.ts'
import { checkoutSql } from './checkout-sql.ts'
import { countStatementsOf } from './count-statements.ts'
import { buy, productIds } from './purchase.ts'
import { checkReplayed, startReplaying } from './replayed-purchase.ts'
import { SITE } from './requests.ts'

const SHOPPERS = { smoke: { few: 2, many: 4 }, full: { few: 10, many: 50 } }
/** Of each shopper in a smoke test, however long they take. */
const SMOKE_FLOWS = 2
const BARE = 'bare, the same statements'

export const checkout: Scenario = {
  name: 'checkout',
  about: 'guest checkout → pay in the sandbox → verify, without and with one shared discount code',
  async run(bench) {
    const { options } = bench
    const { few, many } = SHOPPERS[options.smoke ? 'smoke' : 'full']
    const replaying = await startReplaying(bench)
    const server = await bench.serve()
    let replayed = 0
    const replay = (shoppers: number) => async (seconds: number) => {
      const loaded = await shop(bench, replaying.server, shoppers, false)(seconds)
      replayed += loaded.count
      return loaded
    }
    const kinds = [few, many].flatMap((shoppers) => [false, true].map((discounted) => ({ shoppers, discounted })))
    const contenders = kinds.flatMap(({ shoppers, discounted }): Contender[] => [
      { name: nameOf('ours', shoppers, discounted), server, run: shop(bench, server, shoppers, discounted) },
      ...(discounted
        ? []
        : [{ name: nameOf(BARE, shoppers, discounted), server: replaying.server, run: replay(shoppers) }]),
      ...(hasCommand('pgbench')
        ? [{ name: nameOf('pgbench', shoppers, discounted), server: null, run: transact(bench, shoppers, discounted) }]
        : []),
    ])
    const measured = await compare(contenders, options)
    await server.stop()
    await checkReplayed(bench, replaying.server, replayed)
    await replaying.server.stop()
    const plain = await countStatementsOf(bench, 'on', (url) => buy(url))
    const discounted = await countStatementsOf(bench, 'on', (url) => buy(url, DISCOUNT_CODE))

    const perSecond = (name: string) => measured.find((one) => one.name === name)?.perSecond ?? Number.NaN
    const statementsOf = (name: string) => {
      if (name.startsWith('pgbench')) return null
      if (name.startsWith(BARE)) return replaying.statements
      return (name.endsWith('code') ? discounted : plain).count
    }
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
      rows: measured.map((one) => ({ ...measuredRow(one, 'flow'), SQL: statementsOf(one.name) })),
      targets: targets.filter((target) => !Number.isNaN(target.measured)),
      notes: [
        'a flow is three requests; SQL counts BEGIN and COMMIT',
        ...[few, many].map((shoppers) => {
          const bare = nameOf(BARE, shoppers, false)
          const ofBare = shown(share(nameOf('ours', shoppers, false), bare))
          const ofPgbench = shown(share(bare, nameOf('pgbench', shoppers, false)))
          return `${shoppers} shoppers: ours is ${ofBare} of a bare server with the same statements, which is ${ofPgbench} of pgbench`
        }),
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
      ...(options.smoke ? { count: SMOKE_FLOWS * connections } : { seconds }),
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
