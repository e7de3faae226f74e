import type { Order } from '../../../generated/prisma/client.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'
import { moneyInWords } from '../../../platform/money.ts'
import { newUuid } from '../../../platform/uuid.ts'
import { dueOf } from '../../payments/methods/order-payment.ts'
import { strikesForgiven } from '../holds/holds.sql.ts'
import type { Actor } from '../order-event.ts'
import { addOrderEvent } from '../orders.sql.ts'
import { earnPoints } from '../settle/order-points.ts'
import { runInOrder } from '../settle/settle-order.sql.ts'
import { insertPayment } from './collect.sql.ts'

export interface TakenPayment {
  /** In subunits, at most what is due. */
  amount: bigint
  /** Unique within the store. */
  key: string
  source: 'owner' | 'delivery'
  reference: string | null
  actor: Actor
  now: Date
}

/** Writes down a payment without the provider. @returns the order with it, not yet stored */
export async function takePayment<Row extends Order>(
  tx: SqlClient,
  order: Row,
  { amount, key, source, reference, now }: TakenPayment,
): Promise<Row> {
  const { storeId, id: orderId, currency, collectedAmount, paymentStatus } = order
  await insertPayment(tx, {
    storeId,
    id: newUuid(now.getTime()),
    orderId,
    provider: 'MANUAL',
    providerPaymentId: key,
    amount,
    currency,
    source,
    reference,
    undoneAt: null,
    createdAt: now,
  })
  const isPaid = amount === dueOf(order)
  return { ...order, collectedAmount: collectedAmount + amount, paymentStatus: isPaid ? 'PAID' : paymentStatus }
}

/** For an order that was confirmed before: its history, and what it earns once it is paid in full. */
export async function afterPayment(tx: SqlClient, order: Order, taken: TakenPayment): Promise<void> {
  const { storeId, id: orderId } = order
  const { actor, now: at } = taken
  const isPaid = order.paymentStatus === 'PAID'
  if (isPaid) {
    await earnPoints(tx, order, at)
    await runInOrder(tx, strikesForgiven(order, at))
  }
  const detail = paymentInWords(order, taken)
  await addOrderEvent(tx, { storeId, orderId, actor, kind: isPaid ? 'paid' : 'part_paid', detail, at })
}

/** `100.00 INR, 170.00 INR to collect (UTR 1)` */
export function paymentInWords(
  order: Order,
  { amount, reference }: Pick<TakenPayment, 'amount' | 'reference'>,
): string {
  const { currency } = order
  const due = dueOf(order)
  const rest = due > 0n ? `, ${moneyInWords({ amount: due, currency })} to collect` : ''
  return `${moneyInWords({ amount, currency })}${rest}${reference ? ` (${reference})` : ''}`
}
