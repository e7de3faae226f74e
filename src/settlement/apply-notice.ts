import type { Services } from '../gateway/context.ts'
import type { ProviderRefund } from '../payments/provider.ts'
import { type StoreAccount, vouchesFor } from '../payments/retired-account.ts'
import type { WebhookEvent } from '../payments/webhook-event.ts'
import { Problem } from '../platform/problem.ts'
import { applyRefund } from '../refunds/settle-refund.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Handles a provider's webhook event that the account has signed. An event about an unknown order changes nothing.
 * @throws Problem INVALID_SIGNATURE when the account does not vouch for the order, see `vouchesFor`
 */
export async function applyNotice(services: Services, signer: StoreAccount, event: WebhookEvent): Promise<void> {
  if (event.refund) return applyRefundNotice(services, signer, event.refund)
  if (!event.settles) return
  const { storeId } = signer
  const { providerOrderId } = event.settles
  if (signer.retiredAt !== null) {
    const order = await services.prisma.order.findFirst({
      where: { storeId, providerOrderId },
      select: { provider: true, createdAt: true },
    })
    if (order && !vouchesFor(signer, order)) throw new Problem('INVALID_SIGNATURE', 'Invalid signature')
  }
  await settlePayment(services, storeId, event.settles, 'webhook', event)
}

/** A refund of a payment that is not known here changes nothing. */
async function applyRefundNotice(services: Services, signer: StoreAccount, refund: ProviderRefund): Promise<void> {
  const { storeId, provider } = signer
  const payment = await services.prisma.payment.findFirst({
    where: { storeId, provider, providerPaymentId: refund.providerPaymentId },
    select: { orderId: true, order: { select: { provider: true, createdAt: true } } },
  })
  if (!payment) return
  if (!vouchesFor(signer, payment.order)) throw new Problem('INVALID_SIGNATURE', 'Invalid signature')
  const told = { actor: 'provider', callsOwner: true } as const
  await applyRefund(services, { storeId, orderId: payment.orderId, provider }, refund, told)
}
