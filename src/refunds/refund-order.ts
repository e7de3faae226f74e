import { z } from 'zod'
import type { Order, Refund } from '../generated/prisma/client.ts'
import type { OwnerContext } from '../graphql/context.ts'
import { ownerActor } from '../orders/order-event.ts'
import { orderNumberOf } from '../orders/order-number.ts'
import { inOrderTransaction } from '../orders/order-transaction.ts'
import { lockForOwner } from '../orders/owner-change.ts'
import { findAccountsOf } from '../payments/retired-account.ts'
import { isUniqueViolation } from '../platform/database/errors/key-violation.ts'
import { labelledText } from '../platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../platform/input/parse-input.ts'
import { currencyExponent, fromMainUnits, payableAmount, roundingUnit } from '../platform/money.ts'
import { Problem } from '../platform/problem.ts'
import { type RefundWish, recordRefund } from './record-refund.ts'
import { refundProblem } from './refundable.ts'
import { NO_ACCOUNT, sendRefund } from './send-refund.ts'

export const MAX_REASON = 500
const KEY = /^[\x21-\x7e]{1,255}$/

const rules = inputRules({
  required: ['reason', 'idempotencyKey'],
  missing: 'reason and idempotencyKey are required',
  fields: {
    reason: labelledText({ label: 'Reason', max: MAX_REASON, min: 1, trim: true }),
    idempotencyKey: z
      .string()
      .regex(KEY, { error: 'idempotencyKey must be 1 to 255 characters of ASCII without spaces' }),
    amount: optional(z.number({ error: 'amount must be a number' }).positive({ error: 'amount must be more than 0' })),
    restock: z.boolean().nullish(),
  },
})

export interface RefundInput {
  orderNo: string
  /** Main units of the order's currency; by default the rest. */
  amount?: number | null | undefined
  restock?: boolean | null | undefined
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
  context: Pick<OwnerContext, 'services' | 'store' | 'ownerKey'>,
  input: RefundInput,
): Promise<void> {
  const { services, store, ownerKey } = context
  const { reason, idempotencyKey, amount, restock = false } = parseInput(rules, input)
  const hasAccount = await canBeAsked(context, input.orderNo)
  const { order, refund, isNew } = await inOrderTransaction(services, store.id, async (tx) => {
    const order = await lockForOwner(tx, store.id, input)
    const wish: RefundWish = {
      amount: amount === undefined ? null : inSubunits(amount, order),
      restock: restock ?? false,
      reason,
      actor: ownerActor(ownerKey),
      idempotencyKey,
    }
    const earlier = await tx.refund.findFirst({ where: { storeId: store.id, idempotencyKey } })
    if (earlier) return { order, refund: repeated(earlier, order, wish), isNew: false }
    if (!hasAccount && refundProblem(order) === null) throw new Problem('CONFLICT', withoutAccount)
    return { order, refund: await recordRefund(tx, order, wish, services.clock()), isNew: true }
  }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'idempotency') ? otherRequest() : error
  })
  if (!isNew) return
  services.metrics.counts.refunds.requested += 1
  await sendRefund(services, order, refund, { actor: 'provider', alertsOwner: false })
}

/** Now or until recently. */
async function canBeAsked(
  { services, store }: Pick<OwnerContext, 'services' | 'store'>,
  orderNo: string,
): Promise<boolean> {
  const order = await services.db.prisma.order.findFirst({
    where: { storeId: store.id, orderNo: orderNumberOf(orderNo) },
    select: { provider: true, createdAt: true },
  })
  return order !== null && (await findAccountsOf(services, store.id, order)).length > 0
}

const withoutAccount = `${NO_ACCOUNT}. Refund the buyer in another way, then call markRefunded.`

/** @throws Problem BAD_USER_INPUT for too many decimals of the currency, or of the provider */
function inSubunits(amount: number, { currency }: Order): bigint {
  const subunits = fromMainUnits(amount, currency)
  const exponent = currencyExponent(currency)
  if (subunits === null) {
    throw new Problem('BAD_USER_INPUT', `amount must have at most ${exponent} decimals (${currency})`, {
      field: 'amount',
    })
  }
  if (subunits % roundingUnit(exponent) === 0n) return subunits
  throw new Problem('BAD_USER_INPUT', `amount must be ${payableAmount(currency)}`, { field: 'amount' })
}

/** @throws Problem CONFLICT when the key belongs to another request */
function repeated(earlier: Refund, { id }: Order, { amount, restock, reason }: RefundWish): Refund {
  const isSame =
    earlier.orderId === id &&
    (amount === null ? earlier.ofRest : earlier.amount === amount) &&
    earlier.restock === restock &&
    earlier.reason === reason
  if (isSame) return earlier
  throw otherRequest()
}

const otherRequest = () =>
  new Problem('CONFLICT', 'This idempotencyKey belongs to another refund. Use a new key for a new refund.')
