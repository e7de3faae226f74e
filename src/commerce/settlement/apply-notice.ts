import type { Services } from '../../api/context.ts'
import { Problem } from '../../platform/problem.ts'
import type { CapturedPayment, ProviderRefund } from '../payments/provider.ts'
import { type StoreAccount, vouchesFor } from '../payments/retired-account.ts'
import type { WebhookEvent } from '../payments/webhook-event.ts'
import { applyRefund } from '../refunds/settle-refund.ts'
import { applyDispute } from './apply-dispute.ts'
import { CAPTURED_WITHIN_MS, settlePayment } from './settle-payment.ts'

/**
 * The account has signed it. Unknown orders change nothing.
 * @throws Problem INVALID_SIGNATURE when the account does not vouch for the order, see `vouchesFor`
 */
export async function applyNotice(services: Services, signer: StoreAccount, event: WebhookEvent): Promise<void> {
  const { settles, refund, refunded, authorizedOrderId, dispute } = event
  if (authorizedOrderId !== undefined) await checkLater(services, signer, authorizedOrderId)
  if (dispute) await applyDispute(services, signer, dispute)
  if (settles) await settleNotice(services, signer, settles, event)
  if (!refund || (await applyRefundNotice(services, signer, refund)) || !refunded) return
  // The payment's event comes later, or never after a full refund.
  await settleNotice(services, signer, refunded, null)
  await applyRefundNotice(services, signer, refund)
}

/** Reconciliation looks again for a capture if it has given up; paid orders stay as they are. */
async function checkLater(
  { db: { prisma }, clock }: Services,
  { storeId, provider }: StoreAccount,
  providerOrderId: string,
): Promise<void> {
  await prisma.order.updateMany({
    where: { storeId, provider, providerOrderId, checkPaymentAt: null, paymentStatus: { in: ['PENDING', 'FAILED'] } },
    data: { checkPaymentAt: new Date(clock().getTime() + CAPTURED_WITHIN_MS) },
  })
}

async function settleNotice(
  services: Services,
  signer: StoreAccount,
  payment: CapturedPayment,
  event: WebhookEvent | null,
): Promise<void> {
  const { storeId } = signer
  if (signer.retiredAt !== null) {
    const order = await services.db.prisma.order.findFirst({
      where: { storeId, providerOrderId: payment.providerOrderId },
      select: { provider: true, createdAt: true },
    })
    if (order && !vouchesFor(signer, order)) throw new Problem('INVALID_SIGNATURE', 'Invalid signature')
  }
  await settlePayment(services, storeId, payment, 'webhook', event)
}

/** @returns false for an unknown payment, and changes nothing */
async function applyRefundNotice(services: Services, signer: StoreAccount, refund: ProviderRefund): Promise<boolean> {
  const { storeId, provider } = signer
  const payment = await services.db.prisma.payment.findFirst({
    where: { storeId, provider, providerPaymentId: refund.providerPaymentId },
    select: { orderId: true, order: { select: { provider: true, createdAt: true } } },
  })
  if (!payment) return false
  if (!vouchesFor(signer, payment.order)) throw new Problem('INVALID_SIGNATURE', 'Invalid signature')
  const reporter = { actor: 'provider', alertsOwner: true } as const
  await applyRefund(services, { storeId, orderId: payment.orderId, provider }, refund, reporter)
  return true
}
