import type { Services } from '../../api/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { olderThan } from '../../platform/database/retention.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { DAY_MS } from '../../platform/time.ts'
import { type Alert, storedMoney } from '../orders/attention/alert.ts'
import { alertOwner } from '../orders/attention/alert-owner.ts'
import { withoutResolved } from '../orders/attention/alerts.ts'
import type { OrderWithItems } from '../orders/lock-order.ts'
import type { Actor } from '../orders/order-event.ts'
import { inSaleTransaction } from '../orders/order-transaction.ts'
import { lockForSettling } from '../orders/settle/settle-order.sql.ts'
import { settleOrder } from '../orders/settle/settle-order.ts'
import type { CapturedPayment, PaymentOfOrder } from '../payments/provider.ts'
import type { SealedAccount } from '../payments/provider-account.ts'
import type { WebhookEvent } from '../payments/webhook-event.ts'
import { afterCorrection } from '../refunds/corrected-payment.ts'
import {
  correctPayment,
  type Money,
  type PaymentSource,
  type PaymentToRecord,
  type Recorded,
  recordedMoney,
  recordPayment,
  writeCaptured,
} from './payments.sql.ts'

const actors: Record<PaymentSource, Actor> = { verify: 'buyer', webhook: 'provider', reconciliation: 'reconciliation' }

export interface Settlement {
  /** By this call. */
  isNew: boolean
  /** Null when the payment belongs to no payable order. */
  order: Pick<Order, 'status' | 'paymentStatus'> | null
}

/** Providers repeat events for a day; later, an order's payments alone prevent a second settlement. */
const EVENTS_RETENTION_MS = 30 * DAY_MS

export const paymentEventRetention = olderThan('payment_events', 'received_at', EVENTS_RETENTION_MS)

/** Authorized payments are captured within this time. */
export const CAPTURED_WITHIN_MS = DAY_MS

type Outcome = Settlement & { outcome: keyof Services['metrics']['counts']['payments'] }

const NO_ORDER: Outcome = { isNew: false, order: null, outcome: 'unknown_order' }

type Settling = Pick<Services, 'db' | 'clock' | 'jobs' | 'metrics' | 'orderQueue'>

/**
 * Records a payment, and settles the order if covered, once and in one transaction, also with the webhook event: a
 * second delivery is recognized.
 */
export const settlePayment = (
  services: Settling,
  storeId: string,
  { amount, currency, ...payment }: CapturedPayment,
  source: PaymentSource,
  event: WebhookEvent | null = null,
): Promise<Settlement> => settle(services, storeId, { payment, money: { amount, currency }, source, event }, () => true)

/**
 * For a buyer's signature over the order's total. Null, without a change, for an unknown order, or when the current
 * account has not signed.
 */
export async function settleSignedPayment(
  services: Settling,
  storeId: string,
  payment: PaymentOfOrder,
  hasSigned: (account: SealedAccount, order: Order) => boolean,
): Promise<Settlement | null> {
  try {
    return await settle(
      services,
      storeId,
      { payment, money: null, source: 'verify', event: null },
      (recorded) => recorded?.account != null && hasSigned(recorded.account, recorded.order),
    )
  } catch (error) {
    if (error instanceof NotAccepted) return null
    throw error
  }
}

/** Rolls the transaction back. */
class NotAccepted extends Error {}

async function settle(
  services: Settling,
  storeId: string,
  report: Omit<PaymentToRecord, 'now'>,
  isAccepted: (recorded: Recorded | null) => boolean,
): Promise<Settlement> {
  const { payment, source } = report
  const { providerOrderId } = payment
  const { outcome, ...settlement } = await inSaleTransaction(services, storeId, async (tx): Promise<Outcome> => {
    const now = services.clock()
    // Only a pending order locks its stock at once: repeated calls for settled orders must not wait for buyers of the
    // same goods.
    const [recorded, pendingNeeds] = await Promise.all([
      recordPayment(tx, storeId, { ...report, now }),
      lockForSettling(tx, storeId, { providerOrderId, isPending: true }),
    ])
    if (!isAccepted(recorded)) throw new NotAccepted()
    if (!recorded) return NO_ORDER
    const order = source === 'verify' ? recorded.order : afterCapture(recorded.order, payment)
    if (recorded.isRepeated) return { isNew: false, order, outcome: 'repeated' }
    const taken = report.money ?? { amount: order.total, currency: order.currency }
    const { news, ...money } = recorded.isNew
      ? { ...taken, news: 'payment' as const }
      : await correct(tx, order, { ...payment, ...taken }, source)

    const actor = actors[source]
    const isPaid = order.paymentStatus === 'PAID' || order.paymentStatus === 'REFUNDED'
    const isExact = money.amount === order.total && money.currency === order.currency
    if (!isPaid && covers(money, order)) {
      const remark = isExact ? null : otherAmount(money, order)
      const needs = order.status === 'PENDING' ? pendingNeeds : await lockForSettling(tx, storeId, { providerOrderId })
      // A signature does not prove a capture; the sandbox always captures.
      const checkPaymentAt =
        source === 'verify' && order.provider !== 'SANDBOX' ? new Date(now.getTime() + CAPTURED_WITHIN_MS) : null
      const settled = await settleOrder(services, tx, order, needs, { actor, now, remark, checkPaymentAt })
      return { isNew: true, order: settled, outcome: settled.status === 'CANCELLED' ? 'attention' : 'settled' }
    }
    const isSecond = isPaid && (news === 'payment' || isExact)
    const { providerPaymentId } = payment
    const alert: Alert = isSecond ? { kind: 'paid_twice', providerPaymentId } : otherAmount(money, order)
    if (news === null) {
      if (isPaid && source !== 'verify') await endCheck(tx, recorded.order, order, now)
      return { isNew: false, order, outcome: 'repeated' }
    }
    const corrected = news === 'amount' ? await afterCorrection(tx, order, { actor, now }) : order
    await alertOwner(services, tx, corrected, { actor, now, alert })
    return { isNew: false, order: corrected, outcome: 'attention' }
  })
  const { counts } = services.metrics
  counts.payments[outcome] += 1
  if (outcome === 'settled') counts.ordersSettled[source] += 1
  return settlement
}

/** More than the total is fine: some providers add a fee. */
const covers = ({ amount, currency }: Money, order: OrderWithItems): boolean =>
  amount >= order.total && currency === order.currency

/**
 * Verification assumes the total; an amount from the provider replaces it.
 * @returns the amount, and whether it is new
 */
async function correct(
  tx: SqlClient,
  { storeId, provider }: OrderWithItems,
  { providerPaymentId, amount, currency }: CapturedPayment,
  source: PaymentSource,
): Promise<Money & { news: 'amount' | null }> {
  const key = { storeId, provider, providerPaymentId }
  if (source === 'verify') return { ...((await recordedMoney(tx, key)) ?? { amount, currency }), news: null }
  const isNews = await correctPayment(tx, key, { amount, currency, source })
  return { amount, currency, news: isNews ? 'amount' : null }
}

const afterCapture = (order: OrderWithItems, { providerPaymentId }: PaymentOfOrder): OrderWithItems => ({
  ...order,
  ...withoutResolved(order, { captured: providerPaymentId }),
})

async function endCheck(tx: SqlClient, stored: Order, order: OrderWithItems, now: Date): Promise<void> {
  const isMet = stored.needsAttention !== order.needsAttention
  if (stored.checkPaymentAt === null && !isMet) return
  await writeCaptured(tx, {
    ...order,
    updatedAt: isMet ? now : stored.updatedAt,
    version: stored.version + (isMet ? 1 : 0),
  })
}

const otherAmount = (taken: Money, { total, currency }: OrderWithItems): Alert => ({
  kind: 'other_amount',
  due: storedMoney({ amount: total, currency }),
  ...storedMoney(taken),
})
