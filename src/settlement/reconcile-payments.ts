import { once } from 'node:events'
import type { Services } from '../gateway/context.ts'
import type { Order } from '../generated/prisma/client.ts'
import type { CapturedPayment, ProviderAccount } from '../payments/provider.ts'
import { findAccountsOf } from '../payments/retired-account.ts'
import { DAY_MS } from '../platform/time.ts'
import { settlePayment } from './settle-payment.ts'

/** Orders that are asked about at once. */
const BATCH = 5
/** After this age of an order nobody asks any more; a provider that does not answer gets as long again. */
const GIVE_UP_MS = 3 * DAY_MS
/** How long an order is taken care of by the run that has picked it. */
const LEASE_MS = 5 * 60_000
const SHORTEST_GAP_MS = 60_000
/** When the provider could not be asked. */
const LONGEST_SILENCE_MS = 15 * 60_000

type Due = Pick<Order, 'storeId' | 'id' | 'orderNo' | 'provider' | 'providerOrderId' | 'createdAt'>

/**
 * Asks the providers about all orders whose buyers did not come back in time, and settles those that were paid. Several
 * processes may run it at once: each order is looked at by one. After `signal` it begins nothing more, and waits for no
 * provider; what it leaves is due again when its lease ends.
 * @returns how many orders were settled
 */
export async function reconcilePayments(services: Services, signal = new AbortController().signal): Promise<number> {
  const now = services.clock()
  let settled = 0
  while (!signal.aborted) {
    const due = await pickDue(services, now)
    const outcomes = await Promise.all(due.map((order) => reconcile(services, order, { now, signal })))
    settled += outcomes.filter((isSettled) => isSettled).length
    if (due.length < BATCH) break
  }
  return settled
}

function pickDue({ prisma }: Services, now: Date): Promise<Due[]> {
  return prisma.$queryRaw<Due[]>`
    WITH due AS MATERIALIZED (
      SELECT store_id, id FROM orders WHERE check_payment_at <= ${now}
      ORDER BY check_payment_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE orders SET check_payment_at = ${new Date(now.getTime() + LEASE_MS)}
    FROM due WHERE orders.store_id = due.store_id AND orders.id = due.id
    RETURNING orders.store_id AS "storeId", orders.id, order_no AS "orderNo", provider,
      provider_order_id AS "providerOrderId", created_at AS "createdAt"`
}

async function reconcile(
  services: Services,
  order: Due,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<boolean> {
  try {
    const payments = await askProvider(services, order, signal)
    let isSettled = false
    for (const payment of payments ?? []) {
      const settlement = await settlePayment(services, order.storeId, payment, 'reconciliation')
      isSettled ||= settlement.isNew
    }
    await askLater(services, order, { now, isAnswered: payments !== null })
    return isSettled
  } catch (error) {
    if (signal.aborted) return false
    services.logger.warn({ err: error, orderNo: order.orderNo }, 'An order could not be reconciled')
    await askLater(services, order, { now, isAnswered: false })
    return false
  }
}

/** What was paid for the order; null when its store has no account any more that could be asked. */
async function askProvider(services: Services, order: Due, signal: AbortSignal): Promise<CapturedPayment[] | null> {
  const { storeId, providerOrderId } = order
  if (!providerOrderId) return []
  const [account, ...others] = await findAccountsOf(services, storeId, order)
  if (!account) return null
  const ask = (asked: ProviderAccount) => orAborted(services.payments.capturedPayments(asked, providerOrderId), signal)
  // Keys that the store has left may be void; those that followed know the order when they are the same merchant's.
  return others.reduce((asked, other) => asked.catch(() => ask(other)), ask(account))
}

/** Again after as long as the order is old by now, or sooner when there was no answer; never, once it is too old. */
async function askLater(
  { prisma }: Services,
  { storeId, id, createdAt, providerOrderId }: Due,
  { now, isAnswered }: { now: Date; isAnswered: boolean },
): Promise<void> {
  const age = now.getTime() - createdAt.getTime()
  const lastAge = isAnswered ? GIVE_UP_MS : 2 * GIVE_UP_MS
  const gap = Math.max(SHORTEST_GAP_MS, isAnswered ? age : Math.min(age, LONGEST_SILENCE_MS))
  const isHopeless = age >= lastAge || !providerOrderId
  const nextAge = Math.min(age + gap, lastAge)
  await prisma.order.updateMany({
    // Settling it has cleared the time.
    where: { storeId, id, checkPaymentAt: { not: null } },
    data: { checkPaymentAt: isHopeless ? null : new Date(createdAt.getTime() + nextAge) },
  })
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const listening = new AbortController()
  const aborted = once(signal, 'abort', { signal: listening.signal }).then(() => signal.throwIfAborted())
  aborted.catch(() => {})
  try {
    await Promise.race([work, aborted])
    return await work
  } finally {
    listening.abort()
  }
}
