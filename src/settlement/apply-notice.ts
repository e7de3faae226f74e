import type { Services } from '../gateway/context.ts'
import { type StoreAccount, vouchesFor } from '../payments/retired-account.ts'
import type { WebhookEvent } from '../payments/webhook-event.ts'
import { Problem } from '../platform/problem.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Handles a provider's webhook event that the account has signed. An event about an unknown order changes nothing.
 * @throws Problem INVALID_SIGNATURE when the account does not vouch for the order, see `vouchesFor`
 */
export async function applyNotice(services: Services, signer: StoreAccount, event: WebhookEvent): Promise<void> {
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
