import type { Context } from '../../api/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import { isFreeOrder } from '../orders/order-number.ts'
import { failOrder } from '../orders/settle/fail-order.ts'
import { opened } from '../payments/provider-account.ts'
import { findSigningAccount, type StoreAccount, vouchesFor } from '../payments/retired-account.ts'
import { isPaymentSignature } from '../payments/signature.ts'
import { findPaidOrder } from './payments.sql.ts'
import { settlePayment, settleSignedPayment } from './settle-payment.ts'

const field = (label: string) => labelledText({ label, max: 255 })

const verifyInput = inputRules({
  required: ['providerOrderId', 'providerPaymentId', 'providerSignature'],
  missing: 'Missing fields',
  fields: {
    providerOrderId: field('provider_order_id'),
    providerPaymentId: field('provider_payment_id'),
    providerSignature: field('provider_signature'),
  },
})

/**
 * Repeatable. A wrong signature fails an unpaid order, never a paid one. Succeeds only if the order is then paid and
 * not cancelled.
 * @throws Problem BAD_USER_INPUT, INVALID_SIGNATURE
 */
export async function verifyPayment({ services, store }: Context, input: unknown): Promise<true> {
  const { providerOrderId, providerPaymentId, providerSignature } = parseInput(verifyInput, input)
  const ids = { providerOrderId, providerPaymentId }
  const hasSigned = (account: StoreAccount, order: Order) =>
    vouchesFor(account, order) && isPaymentSignature(account.keySecret, ids, providerSignature)

  // Nearly always the current account has signed, and one transaction suffices.
  const settled = await settleSignedPayment(services, store.id, ids, (sealed, order) => {
    const account = opened(services.seal, sealed)
    return account !== null && hasSigned({ ...account, retiredAt: null }, order)
  })
  if (settled?.order) return confirmed(settled.order)

  const order = await findPaidOrder(services.db.sql, store.id, providerOrderId)
  // As for a wrong signature, so that strangers cannot find out which orders exist.
  if (!order) throw invalidSignature()
  if (isFreeOrder(order)) return confirmed(order)
  // Without a provider there is nothing to sign, and nothing that a stranger may fail.
  if (order.provider === null) throw invalidSignature()

  const account = order.account && opened(services.seal, order.account)
  const signer = await findSigningAccount(services, store.id, account, (account) => hasSigned(account, order))
  if (!signer) {
    services.metrics.counts.payments.bad_signature += 1
    await failOrder(services, order, {
      actor: 'buyer',
      detail: 'Its payment signature was not good.',
      now: services.clock(),
      isGivenUp: true,
    })
    throw invalidSignature()
  }
  // The signature proves payment of the order's total.
  const { total: amount, currency } = order
  const settlement = await settlePayment(services, store.id, { ...ids, amount, currency }, 'verify')
  return confirmed(settlement.order ?? order)
}

/** @throws Problem BAD_USER_INPUT when the order was not confirmed */
function confirmed({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>): true {
  const isPaid = paymentStatus === 'PAID' || paymentStatus === 'REFUNDED'
  // The provider reported a lower amount or another currency before.
  if (!isPaid) throw new Problem('BAD_USER_INPUT', 'Payment does not cover the order', { reason: 'PAYMENT_TOO_SMALL' })
  if (status === 'CANCELLED')
    throw new Problem('BAD_USER_INPUT', 'This order was cancelled', { reason: 'ORDER_CANCELLED' })
  return true
}

const invalidSignature = () => new Problem('INVALID_SIGNATURE', 'Invalid signature')
