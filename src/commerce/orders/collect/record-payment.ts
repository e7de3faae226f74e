import { z } from 'zod'
import { actorOf } from '../../../api/admission/caller.ts'
import type { OwnerContext } from '../../../api/context.ts'
import type { Order } from '../../../generated/prisma/client.ts'
import { isUniqueViolation } from '../../../platform/database/errors/key-violation.ts'
import type { SqlTransaction } from '../../../platform/database/sql.ts'
import { idempotencyKey, subunitsOf } from '../../../platform/input/amounts.ts'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../../../platform/input/parse-input.ts'
import { moneyInWords } from '../../../platform/money.ts'
import { Problem } from '../../../platform/problem.ts'
import { dueOf } from '../../payments/methods/order-payment.ts'
import { emitEvents } from '../../webhooks/emit-events.ts'
import type { OrderWithItems } from '../lock-order.ts'
import { orderNotFound, orderNumberOf } from '../order-number.ts'
import { inSaleTransaction } from '../order-transaction.ts'
import { orderPaid } from '../order-webhook-events.ts'
import { lockForSettling } from '../settle/settle-order.sql.ts'
import { settleOrder } from '../settle/settle-order.ts'
import { findRecorded, lockWholeOrder, writeCollected } from './collect.sql.ts'
import { afterPayment, paymentInWords, type TakenPayment, takePayment } from './take-payment.ts'

export const MAX_REFERENCE = 255

const rules = inputRules({
  required: ['idempotencyKey'],
  missing: 'idempotencyKey is required',
  fields: {
    idempotencyKey,
    amount: optional(z.number({ error: 'amount must be a number' }).positive({ error: 'amount must be more than 0' })),
    reference: optional(labelledText({ label: 'Reference', max: MAX_REFERENCE, trim: true })),
  },
})

export interface PaymentInput {
  orderNo: string
  /** Main units of the order's currency; by default what is still to be paid. */
  amount?: number | null | undefined
  reference?: string | null | undefined
  idempotencyKey: string
}

/**
 * Records money that came without the provider. At the total the order is paid; a pending one is then also confirmed,
 * even if its hold has run out, since the money is there. A key records once.
 * @throws Problem NOT_FOUND, BAD_USER_INPUT; CONFLICT when less is due, nothing is, or the key belongs to another payment
 */
export async function recordPayment(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  input: PaymentInput,
): Promise<void> {
  const { idempotencyKey: key, amount: asked, reference = null } = parseInput(rules, input)
  const isPaid = await inSaleTransaction(services, store.id, async (tx) => {
    const order = await lockWholeOrder(tx, store.id, orderNumberOf(input.orderNo))
    if (!order) throw orderNotFound()
    const wanted = asked === undefined ? null : subunitsOf(asked, order.currency)
    const earlier = await findRecorded(tx, store.id, key)
    if (earlier?.undoneAt) throw undonePayment()
    if (earlier) {
      const isSame =
        earlier.orderId === order.id &&
        earlier.reference === reference &&
        (wanted === null ? earlier.isLast && order.paymentStatus !== 'PENDING' : earlier.amount === wanted)
      if (isSame) return false
      throw otherPayment()
    }
    const refused = paymentProblem(order)
    if (refused) throw new Problem('CONFLICT', refused, { reason: 'WRONG_STATUS' })
    const due = dueOf(order)
    const { currency } = order
    if (wanted !== null && wanted > due) {
      throw new Problem('CONFLICT', `At most ${moneyInWords({ amount: due, currency })} is still to be paid.`, {
        reason: 'AMOUNT_TOO_LARGE',
      })
    }
    const taken: TakenPayment = {
      amount: wanted ?? due,
      key,
      reference,
      source: 'owner',
      actor: actorOf(caller),
      now: services.clock(),
    }
    return order.status === 'PENDING' && taken.amount === due
      ? confirmPaid(services, tx, order, taken)
      : collect(services, tx, order, taken)
  }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'provider_payment_id') ? otherPayment() : error
  })
  if (isPaid) services.metrics.counts.ordersSettled.owner += 1
}

type Recording = Pick<OwnerContext['services'], 'jobs' | 'clock'>

async function confirmPaid(services: Recording, tx: SqlTransaction, order: OrderWithItems, taken: TakenPayment) {
  const needs = await lockForSettling(tx, order.storeId, { id: order.id })
  const paid = await takePayment(tx, order, taken)
  await writeCollected(tx, { ...paid, paymentStatus: 'PENDING' })
  const note = paymentInWords(paid, taken)
  const { actor, now } = taken
  await settleOrder(services, tx, { ...paid, paymentStatus: 'PENDING' }, needs, { actor, now, note })
  return true
}

/** @returns whether it is paid now */
async function collect(services: Recording, tx: SqlTransaction, order: OrderWithItems, taken: TakenPayment) {
  const { items, ...changed } = await takePayment(tx, order, taken)
  await afterPayment(tx, changed, taken)
  const stored = { ...changed, updatedAt: taken.now, version: order.version + 1 }
  await writeCollected(tx, stored)
  const isPaid = stored.paymentStatus === 'PAID'
  if (isPaid) await emitEvents(tx, services, order.storeId, () => [orderPaid({ ...stored, items })])
  return isPaid
}

/** Null when a payment can be recorded. */
function paymentProblem({ paymentMethod, status, paymentStatus }: Order): string | null {
  if (paymentMethod === null)
    return 'The order is not paid by a payment method of the store: its payment provider reports it.'
  if (paymentStatus === 'PAID') return 'The order is already paid.'
  if (paymentStatus === 'REFUNDED') return 'The order is already refunded.'
  return status === 'CANCELLED' || status === 'FAILED'
    ? `The order is ${status.toLowerCase()}: nothing is to be paid any more.`
    : null
}

const undonePayment = () =>
  new Problem('CONFLICT', 'The payment with this idempotencyKey was undone. Use a new key to record it again.', {
    reason: 'PAYMENT_UNDONE',
  })

const otherPayment = () =>
  new Problem('CONFLICT', 'This idempotencyKey belongs to another payment. Use a new key for a new payment.', {
    reason: 'KEY_REUSED',
  })
