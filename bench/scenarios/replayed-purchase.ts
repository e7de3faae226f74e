import { withClient } from '../data/databases.ts'
import type { Bench } from '../open-bench.ts'
import { startBare } from '../servers/bare.ts'
import { REPLAYED_PREFIX, type Replay, type Replayed } from '../servers/replay.ts'
import { replayOf, type SeenStep } from '../servers/replay-of.ts'
import type { Server } from '../servers/server.ts'
import { openStatementCounter } from '../servers/statement-counter.ts'
import { startStorefront } from '../servers/storefront.ts'
import { type Step, watchSteps } from './count-statements.ts'
import { type BuyStep, buy, productIds } from './purchase.ts'
import { ask } from './requests.ts'

/** A bare server that sends the statements of the service's own purchases, and how many a purchase has. */
export interface Replaying {
  server: Server
  statements: number
}

export async function startReplaying(bench: Bench): Promise<Replaying> {
  const replay = await recordPurchase(bench)
  const server = await startBare({ kind: 'replay', databaseUrl: bench.databaseUrl, replay })
  const steps = [replay.checkout, replay.pay, replay.verify]
  return { server, statements: steps.reduce((count, step) => count + step.statements.length, 0) }
}

/** Of a service that nobody else asks: `bench.counted` serves all scenarios at once in a smoke test. */
async function recordPurchase({ databaseUrl, shop: { storeId } }: Bench): Promise<Replay> {
  const counter = await openStatementCounter(databaseUrl)
  try {
    const server = await startStorefront({ databaseUrl: counter.url, place: 'client' })
    const [placed, paid, verified] = await watchSteps(server, counter, (url) => buy(url))
    await server.stop()
    if (!placed || !paid || !verified) throw new Error('A purchase has three steps')
    const { phone, address, cart } = placed.result
    // The specification's shapes.
    const { providerOrderId } = JSON.parse(placed.result.answer) as { providerOrderId: string }
    const { provider_payment_id: providerPaymentId } = JSON.parse(paid.result.answer) as { provider_payment_id: string }
    const steps = { checkout: seen(placed), pay: seen(paid), verify: seen(verified) }
    return replayOf({ ...steps, phone, address, cart, providerOrderId, providerPaymentId }, { storeId, productIds })
  } finally {
    await counter.close()
  }
}

const seen = ({ result, sent }: Step<BuyStep>): SeenStep => ({ answer: result.answer, sent })

/**
 * Holds what the bare server says that it has sent against what is in the tables.
 * @param flows as many as clients have seen to their end
 * @throws Error when it was refused, or statements have found nothing to write
 */
export async function checkReplayed({ databaseUrl }: Bench, { url }: Server, flows: number): Promise<void> {
  const { text } = await ask(url, { method: 'GET', path: '/' })
  const result = JSON.parse(text) as Replayed // bare-replay.ts answers so
  if (result.failure) throw new Error(`A replayed statement failed: ${result.failure}`)
  const written = await withClient(databaseUrl, async (client) => {
    // Without it PostgreSQL may take the replayed orders for few, and read all items anew for each.
    await client.query('ANALYZE orders, order_items, sandbox_payments, payments')
    const { rows } = await client.query(WRITTEN, [`${REPLAYED_PREFIX.replaceAll('_', '\\_')}%`])
    return JSON.stringify(rows[0])
  })
  const { placed, paid, verified } = result
  const expected = JSON.stringify({
    orders: placed,
    items: placed * 2,
    sandboxPayments: paid,
    payments: verified,
    paidOrders: verified,
    itemsTaken: verified * 2,
  })
  if (written !== expected) throw new Error(`The replay has written ${written} instead of ${expected}`)
  if (verified < flows) throw new Error(`Clients have seen ${flows} flows, and the replay has sent ${verified}`)
}

const WRITTEN = `
  WITH replayed AS (SELECT * FROM orders WHERE provider_order_id LIKE $1)
  SELECT (SELECT count(*)::int FROM replayed) AS orders,
    (SELECT count(*)::int FROM order_items WHERE order_id IN (SELECT id FROM replayed)) AS items,
    (SELECT count(*)::int FROM sandbox_payments WHERE provider_order_id LIKE $1) AS "sandboxPayments",
    (SELECT count(*)::int FROM payments WHERE order_id IN (SELECT id FROM replayed)) AS payments,
    (SELECT count(*)::int FROM replayed WHERE payment_status = 'PAID') AS "paidOrders",
    (SELECT count(*)::int FROM order_items WHERE order_id IN (SELECT id FROM replayed) AND stock_taken = 1)
      AS "itemsTaken"`
