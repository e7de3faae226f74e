import { z } from 'zod'
import { actorOf } from '../../api/admission/caller.ts'
import type { OwnerContext } from '../../api/context.ts'
import type { Order, Refund } from '../../generated/prisma/client.ts'
import { isUniqueViolation } from '../../platform/database/errors/key-violation.ts'
import { idempotencyKey, subunitsOf } from '../../platform/input/amounts.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import { orderNumberOf } from '../orders/order-number.ts'
import { inOrderTransaction } from '../orders/order-transaction.ts'
import { lockForOwner } from '../orders/owner-change.ts'
import { findAccountsOf } from '../payments/retired-account.ts'
import { type RefundWish, recordRefund } from './record-refund.ts'
import { refundByHand } from './refund-by-hand.ts'
import { refundProblem } from './refundable.ts'
import { NO_ACCOUNT, sendRefund } from './send-refund.ts'

export const MAX_REASON = 500

/** Who returns the money. */
export const RefundWay = { PROVIDER: 'PROVIDER', MANUAL: 'MANUAL' } as const
export type RefundWay = (typeof RefundWay)[keyof typeof RefundWay]

export const refundAmount = optional(
  z.number({ error: 'amount must be a number' }).positive({ error: 'amount must be more than 0' }),
)

const rules = inputRules({
  required: ['reason', 'idempotencyKey'],
  missing: 'reason and idempotencyKey are required',
  fields: {
    reason: labelledText({ label: 'Reason', max: MAX_REASON, min: 1, trim: true }),
    idempotencyKey,
    amount: refundAmount,
    restock: z.boolean().nullish(),
  },
})

export interface RefundInput {
  orderNo: string
  /** Main units of the order's currency; by default the rest. */
  amount?: number | null | undefined
  restock?: boolean | null | undefined
  /** By default the payment provider. */
  by?: RefundWay | null | undefined
  reason: string
  idempotencyKey: string
}

/**
 * Records the refund, asks the provider and applies its answer, each in its own transaction. A key returns its refund
 * again.
 * @throws Problem NOT_FOUND, BAD_USER_INPUT; CONFLICT when too little is left, a refund is in progress, the key belongs
 * to another refund, or the store has no account with the provider
 */
export async function refundOrder(
  context: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  input: RefundInput,
): Promise<void> {
  const { services, store, caller } = context
  const { reason, idempotencyKey: key, amount, restock = false } = parseInput(rules, input)
  const isByHand = input.by === RefundWay.MANUAL
  const hasAccount = isByHand || (await canBeAsked(context, input.orderNo))
  const { order, refund, isNew } = await inOrderTransaction(services, store.id, async (tx) => {
    const order = await lockForOwner(tx, store.id, input)
    const wish: RefundWish = {
      amount: amount === undefined ? null : subunitsOf(amount, order.currency),
      restock: restock ?? false,
      reason,
      actor: actorOf(caller),
      idempotencyKey: key,
    }
    const earlier = await tx.refund.findFirst({ where: { storeId: store.id, idempotencyKey: key } })
    if (earlier) return { order, refund: repeated(earlier, order, wish, isByHand), isNew: false }
    if (isByHand) {
      await refundByHand(services, tx, order, wish)
      return { order, refund: null, isNew: true }
    }
    checkProvider(order, hasAccount)
    return { order, refund: await recordRefund(tx, order, wish, services.clock()), isNew: true }
  }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'idempotency') ? otherRequest() : error
  })
  if (!isNew) return
  if (refund === null) {
    services.metrics.counts.refunds.marked += 1
    return
  }
  services.metrics.counts.refunds.requested += 1
  await sendRefund(services, order, refund, { actor: 'provider', alertsOwner: false })
}

/** @throws Problem CONFLICT for a refundable order that the provider cannot refund */
export function checkProvider(order: Order, hasAccount: boolean): void {
  if (refundProblem(order) !== null) return
  if (order.paymentMethod !== null) throw new Problem('CONFLICT', byHandOnly, { reason: 'PAID_BY_HAND' })
  if (!hasAccount) throw new Problem('CONFLICT', withoutAccount, { reason: 'PROVIDER_NOT_SET_UP' })
}

/** Now or until recently. */
export async function canBeAsked(
  { services, store }: Pick<OwnerContext, 'services' | 'store'>,
  orderNo: string,
): Promise<boolean> {
  const order = await services.db.prisma.order.findFirst({
    where: { storeId: store.id, orderNo: orderNumberOf(orderNo) },
    select: { provider: true, createdAt: true },
  })
  return order !== null && (await findAccountsOf(services, store.id, order)).length > 0
}

const byHandOnly =
  'The order was not paid through the payment provider. Refund the buyer in another way, and record it with by: MANUAL.'
const withoutAccount = `${NO_ACCOUNT}. Refund the buyer in another way, then call markRefunded.`

/** @throws Problem CONFLICT when the key belongs to another request */
function repeated(earlier: Refund, { id }: Order, { amount, restock, reason }: RefundWish, isByHand: boolean): Refund {
  const isSame =
    earlier.orderId === id &&
    (earlier.provider === null) === isByHand &&
    (amount === null ? earlier.ofRest : earlier.amount === amount) &&
    earlier.restock === restock &&
    earlier.reason === reason
  if (isSame) return earlier
  throw otherRequest()
}

const otherRequest = () =>
  new Problem('CONFLICT', 'This idempotencyKey belongs to another refund. Use a new key for a new refund.', {
    reason: 'KEY_REUSED',
  })
