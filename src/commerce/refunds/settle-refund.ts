import type { Services } from '../../api/context.ts'
import type { Payment, Prisma, Refund } from '../../generated/prisma/client.ts'
import { queueOrderMails } from '../mails/queue-order-mails.ts'
import { type Alert, isLost, storedMoney } from '../orders/attention/alert.ts'
import { alertOwnerOnce } from '../orders/attention/alert-owner.ts'
import { alertInWords } from '../orders/attention/alert-words.ts'
import { type Alerted, withAlerts, withoutResolved } from '../orders/attention/alerts.ts'
import { lockOrder, type OrderWithItems } from '../orders/lock-order.ts'
import type { Actor, OrderEventKind } from '../orders/order-event.ts'
import { inOrderTransaction } from '../orders/order-transaction.ts'
import { orderNeedsAttention } from '../orders/order-webhook-events.ts'
import { addOrderEvent } from '../orders/orders.sql.ts'
import type { PaymentProvider, ProviderRefund } from '../payments/provider.ts'
import { emitEvents } from '../webhooks/emit-events.ts'
import { bookRefund } from './book-refund.ts'
import { nextNumber, paymentsOfOrder, recordElsewhere, refundsOfOrder } from './record-refund.ts'
import { leftOfPrice, settlingPayment } from './refundable.ts'
import { currencyPaidIn, findReported } from './reported-refund.ts'

export type Settling = Pick<Services, 'db' | 'clock' | 'jobs' | 'metrics' | 'orderQueue'>

/** Who reports the outcome. */
export interface Reporter {
  actor: Actor
  /** Whether a failure alerts the owner, who may be waiting for the answer. */
  alertsOwner: boolean
}

interface Change extends Reporter {
  services: Settling
  tx: Prisma.TransactionClient
  order: OrderWithItems
  refund: Refund
  now: Date
}

/** Counted after the commit; null when nothing ended. */
type Ended = 'succeeded' | 'failed' | null

export type KnownRefund = Pick<Refund, 'storeId' | 'orderId' | 'id'>

export const failRefund = (
  services: Settling,
  known: KnownRefund,
  failure: string,
  reporter: Reporter,
): Promise<void> => changeKnown(services, known, reporter, (change) => markFailed(change, failure))

/** Alerts the owner once. The refund stays in progress: it may have been made. */
export const markLost = (services: Settling, known: KnownRefund, failure: string, reporter: Reporter): Promise<void> =>
  changeKnown(services, known, reporter, async (change) => {
    const { tx, order, refund } = change
    if (refund.status !== 'PENDING' || refund.failure !== null) return null
    await tx.refund.update({ where: { storeId_id: { storeId: order.storeId, id: refund.id } }, data: { failure } })
    const alert: Alert = { kind: 'refund_lost', refundId: refund.id, why: failure, ...storedMoney(refund) }
    await addEvent(change, 'attention', alert)
    await changeOrder(change, withAlerts(order, alert), alert)
    return null
  })

function changeKnown(
  services: Settling,
  { storeId, orderId, id }: KnownRefund,
  reporter: Reporter,
  work: (change: Change) => Promise<Ended>,
): Promise<void> {
  return counted(services, storeId, async (tx) => {
    const order = await lockOrder(tx, storeId, { id: orderId })
    const refund = await tx.refund.findUnique({ where: { storeId_id: { storeId, id } } })
    return order && refund ? work({ services, tx, order, refund, now: services.clock(), ...reporter }) : null
  })
}

async function counted(
  services: Settling,
  storeId: string,
  work: (tx: Prisma.TransactionClient) => Promise<Ended>,
): Promise<void> {
  const ended = await inOrderTransaction(services, storeId, work)
  if (ended) services.metrics.counts.refunds[ended] += 1
}

/**
 * Applies a report once, in one transaction, whatever its source. Unknown processed refunds are recorded. The order's
 * lock guards its refunds.
 */
export function applyRefund(
  services: Settling,
  { storeId, orderId, provider }: { storeId: string; orderId: string; provider: PaymentProvider },
  reported: ProviderRefund,
  reporter: Reporter,
): Promise<void> {
  return counted(services, storeId, async (tx) => {
    const order = await lockOrder(tx, storeId, { id: orderId })
    if (!order) return null
    const now = services.clock()
    const paidIn = await currencyPaidIn(tx, order, reported)
    if (reported.status === 'processed' && paidIn !== null && paidIn !== reported.currency) {
      const { providerRefundId } = reported
      const alert: Alert = { kind: 'refunded_in_other_currency', providerRefundId, paidIn, ...storedMoney(reported) }
      await alertOwnerOnce(services, tx, order, { actor: reporter.actor, now, alert })
      return null
    }
    const refunds = await refundsOfOrder(tx, order)
    const known = findReported(refunds, provider, reported)
    if (!known && reported.status !== 'processed') return null
    const refund = known ?? (await recordElsewhere(tx, order, { reported, provider, number: nextNumber(refunds), now }))
    const change = { services, tx, order, refund, now, ...reporter }
    if (reported.status === 'failed')
      return markFailed(change, 'The provider says that it failed', reported.providerRefundId)
    if (reported.status === 'processed') return markProcessed(change, reported)
    await tx.refund.updateMany({
      where: { storeId, id: refund.id, status: 'PENDING' },
      data: { providerRefundId: reported.providerRefundId, failure: null },
    })
    if (isLost(refund)) await changeOrder(change, withoutResolved(order, { found: refund }), null)
    return null
  })
}

/** Locks as a checkout does: stock, customer, discount. */
async function markProcessed(change: Change, { providerRefundId, amount, currency }: ProviderRefund): Promise<Ended> {
  const { tx, order, refund, now } = change
  if (refund.status === 'PROCESSED') return null
  const { storeId } = order
  const payments = await paymentsOfOrder(tx, order)
  const paid = payments.find(({ providerPaymentId }) => providerPaymentId === refund.providerPaymentId)
  const settling = settlingPayment(order, payments)
  const left = paid && paid === settling ? leftOfPrice(order, paid) : 0n
  const ofPrice = amount < left ? amount : left
  // A correction of the payment may have left nothing.
  const isWhole = paid !== undefined && paid === settling && order.paymentStatus === 'PAID' && ofPrice === left
  await tx.refund.update({
    where: { storeId_id: { storeId, id: refund.id } },
    data: {
      status: 'PROCESSED',
      amount,
      currency,
      ofPrice,
      providerRefundId,
      failure: null,
      checkAt: null,
      settledAt: now,
    },
  })
  await bookRefund(change, {
    amount,
    currency,
    ofPrice,
    isWhole,
    resolved: {
      extraPayment: extraPayment(paid, settling, amount),
      captured: isWhole ? (refund.providerPaymentId ?? undefined) : undefined,
    },
  })
  return 'succeeded'
}

/** The id of an extra payment that this refunds in full; otherwise null. */
const extraPayment = (paid: Payment | undefined, settling: Payment | null, amount: bigint): string | null =>
  paid && paid !== settling && amount >= paid.amount ? paid.providerPaymentId : null

async function markFailed(change: Change, failure: string, providerRefundId: string | null = null): Promise<Ended> {
  const { tx, order, refund, now, alertsOwner } = change
  if (refund.status === 'FAILED' || (refund.failure !== null && !isLost(refund))) return null
  const { storeId } = order
  // Its effects stay; only the owner can find the money.
  const isLate = refund.status === 'PROCESSED'
  await tx.refund.update({
    where: { storeId_id: { storeId, id: refund.id } },
    data: {
      failure,
      checkAt: null,
      ...(providerRefundId && { providerRefundId }),
      ...(!isLate && { status: 'FAILED', settledAt: now }),
    },
  })
  const alert: Alert = { kind: 'refund_failed', refundId: refund.id, why: failure, ...storedMoney(refund) }
  await addEvent(change, 'refund_failed', alert)
  const rest = withoutResolved(order, { found: refund })
  if (alertsOwner || isLate) await changeOrder(change, withAlerts(rest, alert), alert)
  else await changeOrder(change, rest, null)
  return 'failed'
}

async function changeOrder(
  { services, tx, order, now }: Change,
  attention: Alerted,
  alert: Alert | null,
): Promise<void> {
  const { storeId, id } = order
  const updated = await tx.order.update({
    where: { storeId_id: { storeId, id } },
    data: { ...attention, updatedAt: now, version: { increment: 1 } },
  })
  if (alert === null) return
  const current = { ...updated, items: order.items }
  const settings = await emitEvents(tx, services, storeId, () => [orderNeedsAttention(current, alertInWords(alert))])
  await queueOrderMails(tx, services, order, settings, ['NEEDS_ATTENTION'])
}

function addEvent({ tx, order, actor, now }: Change, kind: OrderEventKind, what: Alert | string): Promise<void> {
  const event = { storeId: order.storeId, orderId: order.id, actor, kind, at: now }
  const detail = typeof what === 'string' ? { detail: what } : { detail: alertInWords(what), alert: what }
  return addOrderEvent(tx, { ...event, ...detail })
}
