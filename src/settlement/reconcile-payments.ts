import type { Services } from '../graphql/context.ts'
import type { PaymentsOfOrder, ProviderAccount } from '../payments/provider.ts'
import { findAccountsOf } from '../payments/retired-account.ts'
import { abortable } from '../platform/network/abortable.ts'
import { DAY_MS } from '../platform/time.ts'
import { alertUncaptured } from './alert-uncaptured.ts'
import { type Due, leaseDue } from './payments.sql.ts'
import { CAPTURED_WITHIN_MS, settlePayment } from './settle-payment.ts'

/** Orders that are checked in parallel. */
const BATCH = 5
/**
 * An order older than this is not checked any more. If the provider does not answer, or has not captured a payment, it is
 * checked for twice as long.
 */
const GIVE_UP_MS = 3 * DAY_MS
/** How long a picked order is reserved for the run that picked it. */
const LEASE_MS = 5 * 60_000
const SHORTEST_GAP_MS = 60_000
/** The longest pause before the next check when the provider could not be asked. */
const LONGEST_SILENCE_MS = 15 * 60_000

/**
 * Checks with the providers all orders whose payment is due to be checked, and settles those that were paid. Several
 * processes can run it at once, since each order is leased to one of them. After `signal` it starts nothing new and
 * does not wait for providers; unfinished orders are due again when their lease ends.
 * @returns the number of settled orders
 */
export async function reconcilePayments(services: Services, signal = new AbortController().signal): Promise<number> {
  const now = services.clock()
  let settled = 0
  while (!signal.aborted) {
    const due = await pickDue(services, now)
    for (let start = 0; start < due.length; start += BATCH) {
      const some = due.slice(start, start + BATCH)
      const outcomes = await Promise.all(some.map((order) => reconcile(services, order, { now, signal })))
      settled += outcomes.filter((isSettled) => isSettled).length
    }
    if (due.length < BATCH) break
  }
  return settled
}

/** Leases a batch of orders, or of each shard a batch. */
async function pickDue({ db: { sql }, logger }: Services, now: Date): Promise<Due[]> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const { due, failures } = await leaseDue(sql, { now, leasedUntil, take: BATCH })
  for (const reason of failures) logger.warn({ reason }, 'Some orders could not be checked for payments')
  return due
}

async function reconcile(
  services: Services,
  order: Due,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<boolean> {
  try {
    const payments = await askProvider(services, order, signal)
    let isSettled = false
    for (const payment of payments?.captured ?? []) {
      const settlement = await settlePayment(services, order.storeId, payment, 'reconciliation')
      isSettled ||= settlement.isNew
    }
    const uncaptured = payments?.authorized ?? []
    // An order that is paid already is due a day after its verification, see CAPTURED_WITHIN_MS.
    if (now.getTime() - order.createdAt.getTime() >= CAPTURED_WITHIN_MS) {
      for (const payment of uncaptured) await alertUncaptured(services, order, payment, now)
    }
    await askLater(services, order, { now, isAnswered: payments !== null, isUncaptured: uncaptured.length > 0 })
    return isSettled
  } catch (error) {
    if (signal.aborted) return false
    services.logger.warn({ err: error, orderNo: order.orderNo }, 'An order could not be reconciled')
    await askLater(services, order, { now, isAnswered: false, isUncaptured: false })
    return false
  }
}

/** The payments of the order at the provider; null when the store has no account that can be asked. */
async function askProvider(services: Services, order: Due, signal: AbortSignal): Promise<PaymentsOfOrder | null> {
  const { storeId, providerOrderId } = order
  if (!providerOrderId) return { captured: [], authorized: [] }
  const [account, ...others] = await findAccountsOf(services, storeId, order)
  if (!account) return null
  const ask = (asked: ProviderAccount) => abortable(services.payments.paymentsOf(asked, providerOrderId), signal)
  // The account's keys may have been revoked. Newer keys of the same merchant can also find the order, so try them in
  // turn.
  return others.reduce((asked, other) => asked.catch(() => ask(other)), ask(account))
}

/**
 * Schedules the next check. The pauses grow with the order's age, and are shorter while the provider does not answer.
 * An order that is too old is not checked again, nor one that is paid and has nothing that waits to be captured.
 */
async function askLater(
  { db: { prisma } }: Services,
  { storeId, id, createdAt, providerOrderId, paymentStatus }: Due,
  { now, isAnswered, isUncaptured }: { now: Date; isAnswered: boolean; isUncaptured: boolean },
): Promise<void> {
  const age = now.getTime() - createdAt.getTime()
  const lastAge = isAnswered && !isUncaptured ? GIVE_UP_MS : 2 * GIVE_UP_MS
  const gap = Math.max(SHORTEST_GAP_MS, isAnswered ? age : Math.min(age, LONGEST_SILENCE_MS))
  const isKnown = isAnswered && !isUncaptured && (paymentStatus === 'PAID' || paymentStatus === 'REFUNDED')
  const isHopeless = age >= lastAge || !providerOrderId || isKnown
  const nextAge = Math.min(age + gap, lastAge)
  await prisma.order.updateMany({
    // If the order was settled meanwhile, checkPaymentAt is null and stays so.
    where: { storeId, id, checkPaymentAt: { not: null } },
    data: { checkPaymentAt: isHopeless ? null : new Date(createdAt.getTime() + nextAge) },
  })
}
