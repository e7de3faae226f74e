import type { Context } from '../gateway/context.ts'
import type { Order } from '../generated/prisma/client.ts'
import { failOrder } from '../orders/fail-order.ts'
import { isFreeOrder } from '../orders/free-order.ts'
import { findSigningAccount, vouchesFor } from '../payments/retired-account.ts'
import { isPaymentSignature } from '../payments/signature.ts'
import { inputRules, parseOrTellFirst } from '../platform/input/first-mistake.ts'
import { labelledText } from '../platform/input/labelled-text.ts'
import { Problem } from '../platform/problem.ts'
import { settlePayment } from './settle-payment.ts'

const field = (label: string) => labelledText({ label, max: 255 })

/** What the provider's widget hands to the buyer's page. */
export const verifyInput = inputRules({
  required: ['providerOrderId', 'providerPaymentId', 'providerSignature'],
  missing: 'Missing fields',
  fields: {
    providerOrderId: field('provider_order_id'),
    providerPaymentId: field('provider_payment_id'),
    providerSignature: field('provider_signature'),
  },
})

/**
 * Confirms the order that a provider's signature says is paid. Repeating it changes nothing. A signature that is not the
 * provider's fails an order that is not paid yet, and never one that is. It never succeeds for an order that is not
 * confirmed.
 * @throws Problem BAD_USER_INPUT, INVALID_SIGNATURE
 */
export async function verifyPayment({ services, store }: Context, input: unknown): Promise<true> {
  const { providerOrderId, providerPaymentId, providerSignature } = parseOrTellFirst(verifyInput, input)
  const order = await services.prisma.order.findUnique({
    where: { storeId_providerOrderId: { storeId: store.id, providerOrderId } },
  })
  // What is unknown is told as what is wrong: a stranger learns nothing.
  if (!order) throw invalidSignature()
  if (isFreeOrder(order)) return confirmed(order)

  const ids = { providerOrderId, providerPaymentId }
  const signer = await findSigningAccount(
    services,
    store.id,
    (account) => vouchesFor(account, order) && isPaymentSignature(account.keySecret, ids, providerSignature),
  )
  if (!signer) {
    await failOrder(services.prisma, order, {
      actor: 'buyer',
      detail: 'Its payment signature was not good.',
      now: services.clock(),
    })
    throw invalidSignature()
  }
  // The signature vouches for the provider's order, whose amount is the one that it was created with.
  const { total: amount, currency } = order
  const settlement = await settlePayment(services, store.id, { ...ids, amount, currency }, 'verify')
  return confirmed(settlement.order ?? order)
}

/** What a good signature is answered, which may say nothing of an order that it did not confirm. @throws Problem BAD_USER_INPUT */
function confirmed({ status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>): true {
  const isPaid = paymentStatus === 'PAID' || paymentStatus === 'REFUNDED'
  // The provider has told us before that what it took is less, or in another currency.
  if (!isPaid) throw new Problem('BAD_USER_INPUT', 'Payment does not cover the order')
  if (status === 'CANCELLED') throw new Problem('BAD_USER_INPUT', 'This order was cancelled')
  return true
}

const invalidSignature = () => new Problem('INVALID_SIGNATURE', 'Invalid signature')
