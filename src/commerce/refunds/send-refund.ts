import type { Services } from '../../api/context.ts'
import type { Order, Refund } from '../../generated/prisma/client.ts'
import { Problem } from '../../platform/problem.ts'
import type { PaymentOfOrder, ProviderRefund } from '../payments/provider.ts'
import { isRefusal, type ProviderRefusal } from '../payments/provider-failure.ts'
import { findAccountsOf } from '../payments/retired-account.ts'
import { applyRefund, failRefund, type Reporter } from './settle-refund.ts'

export type Refunding = Pick<
  Services,
  'orderQueue' | 'db' | 'clock' | 'jobs' | 'metrics' | 'payments' | 'seal' | 'holdMinutes' | 'logger'
>

export type RefundedOrder = Pick<Order, 'storeId' | 'id' | 'orderNo' | 'provider' | 'providerOrderId' | 'createdAt'>

/** Asks for a recorded refund and applies the answer. Without one, reconciliation asks again. */
export async function sendRefund(
  services: Refunding,
  order: RefundedOrder,
  refund: Refund,
  reporter: Reporter,
): Promise<void> {
  const answer = await ask(services, order, refund).catch((error: unknown) => {
    // The provider's client has logged why.
    if (error instanceof Problem) return null
    throw error
  })
  if (answer === null) return
  if (isRefusal(answer)) await failRefund(services, refund, answer.refused, reporter)
  else await settle(services, order, answer, reporter)
}

export async function settle(
  services: Refunding,
  { storeId, id: orderId, provider }: RefundedOrder,
  reported: ProviderRefund,
  reporter: Reporter,
): Promise<void> {
  // A free order has no provider and no refunds.
  if (provider) await applyRefund(services, { storeId, orderId, provider }, reported, reporter)
}

export const NO_ACCOUNT = 'The store has no account with the provider of the payment any more'

/**
 * The account at the time of the order first; the next one after a refusal, as keys may be revoked. A request that may
 * have succeeded is not repeated with another account.
 */
async function ask(
  services: Refunding,
  order: RefundedOrder,
  { storeId, id: receipt, amount, currency, providerPaymentId }: Refund,
): Promise<ProviderRefund | ProviderRefusal> {
  const none = { refused: NO_ACCOUNT, isUnauthorized: false, isAboutAmount: false }
  const payment = paymentOf(order, providerPaymentId)
  if (!payment) return none
  let refusal: ProviderRefusal | null = null
  for (const account of await findAccountsOf(services, storeId, order)) {
    const answer = await services.payments.refund(account, { ...payment, amount, currency, receipt })
    if (!isRefusal(answer)) return answer
    refusal = moreInformative(refusal, answer)
  }
  return refusal ?? none
}

/** The refusal that explains more: the first, unless it is about keys. */
export const moreInformative = (first: ProviderRefusal | null, next: ProviderRefusal): ProviderRefusal =>
  first === null || (first.isUnauthorized && !next.isUnauthorized) ? next : first

/** Null when unknown to a provider. */
export const paymentOf = (
  { providerOrderId }: RefundedOrder,
  providerPaymentId: string | null,
): PaymentOfOrder | null =>
  providerOrderId !== null && providerPaymentId !== null ? { providerOrderId, providerPaymentId } : null
