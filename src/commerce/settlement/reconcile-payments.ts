import type { Services } from '../../api/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { abortable } from '../../platform/network/abortable.ts'
import { DAY_MS } from '../../platform/time.ts'
import { storedMoney } from '../orders/attention/alert.ts'
import { alertOwnerOnce } from '../orders/attention/alert-owner.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { inOrderTransaction } from '../orders/order-transaction.ts'
import type { CapturedPayment, PaymentsOfOrder, ProviderAccount } from '../payments/provider.ts'
import { findAccountsOf } from '../payments/retired-account.ts'
import { type Due, leaseDue } from './payments.sql.ts'
import { CAPTURED_WITHIN_MS, settlePayment } from './settle-payment.ts'

const BATCH = 5
/** Older orders are not checked; without an answer or capture, twice as long. */
const GIVE_UP_MS = 3 * DAY_MS
const LEASE_MS = 5 * 60_000
const SHORTEST_GAP_MS = 60_000
/** The longest pause after a failed call. */
const LONGEST_SILENCE_MS = 15 * 60_000

/**
 * Asks the providers about due orders and settles paid ones. Several processes may run it: orders are leased. After
 * `signal` it waits for nothing; unfinished orders are due after their lease.
 * @returns the number settled
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

/** Per shard on Citus. */
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
    // A paid order is due a day after its verification, see CAPTURED_WITHIN_MS.
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

/** Null when no account of the store can be asked. */
async function askProvider(services: Services, order: Due, signal: AbortSignal): Promise<PaymentsOfOrder | null> {
  const { storeId, providerOrderId } = order
  if (!providerOrderId) return { captured: [], authorized: [] }
  const [account, ...others] = await findAccountsOf(services, storeId, order)
  if (!account) return null
  const ask = (asked: ProviderAccount) => abortable(services.payments.paymentsOf(asked, providerOrderId), signal)
  // Keys may be revoked; newer keys of the merchant find the order, too.
  return others.reduce((asked, other) => asked.catch(() => ask(other)), ask(account))
}

/** Pauses grow with the order's age. Orders too old, or paid with nothing to capture, are not checked again. */
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
    // A settled order has no checkPaymentAt.
    where: { storeId, id, checkPaymentAt: { not: null } },
    data: { checkPaymentAt: isHopeless ? null : new Date(createdAt.getTime() + nextAge) },
  })
}

/**
 * Alerts the owner, once, to capture a payment that the provider has only authorized; not when the order was paid by
 * another one, since the buyer then gets this one back.
 */
const alertUncaptured = (
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'orderQueue'>,
  { storeId, id }: Pick<Order, 'storeId' | 'id'>,
  payment: CapturedPayment,
  now: Date,
): Promise<void> =>
  inOrderTransaction(services, storeId, async (tx) => {
    const order = await lockOrder(tx, storeId, { id })
    if (!order || order.paymentStatus === 'REFUNDED' || order.status === 'CANCELLED') return
    const { providerPaymentId } = payment
    const isOther =
      order.paymentStatus === 'PAID' &&
      (await tx.payment.count({ where: { storeId, orderId: id, providerPaymentId } })) === 0
    if (isOther) return
    const alert = { kind: 'only_authorized' as const, providerPaymentId, ...storedMoney(payment) }
    await alertOwnerOnce(services, tx, order, { actor: 'reconciliation', now, alert })
  })
