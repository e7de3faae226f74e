import type { Prisma, Refund } from '../../generated/prisma/client.ts'
import type { OrderWithItems } from '../orders/lock-order.ts'
import type { ProviderRefund } from '../payments/provider.ts'

/** Null for an unknown payment. */
export async function currencyPaidIn(
  tx: Prisma.TransactionClient,
  { storeId, id: orderId }: OrderWithItems,
  { providerPaymentId }: ProviderRefund,
): Promise<string | null> {
  const payment = await tx.payment.findFirst({
    where: { storeId, orderId, providerPaymentId },
    select: { currency: true },
  })
  return payment?.currency ?? null
}

/** Webhooks may omit the receipt. */
export const findReported = (
  refunds: readonly Refund[],
  provider: string,
  reported: ProviderRefund,
): Refund | undefined => {
  const ofProvider = refunds.filter((refund) => refund.provider === provider)
  const unnamed = ofProvider.filter(({ providerRefundId }) => providerRefundId === null)
  return (
    ofProvider.find(({ providerRefundId }) => providerRefundId === reported.providerRefundId) ??
    unnamed.find(({ id }) => id === reported.receipt) ??
    unnamed.find(
      ({ status, amount, providerPaymentId }) =>
        reported.receipt === null &&
        status === 'PENDING' &&
        amount === reported.amount &&
        providerPaymentId === reported.providerPaymentId,
    )
  )
}
