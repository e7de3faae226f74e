import type { Order } from '../generated/prisma/client.ts'
import type { Services } from '../graphql/context.ts'
import { storedMoney } from '../orders/attention/alert.ts'
import { alertOwnerOnce } from '../orders/attention/alert-owner.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { inOrderTransaction } from '../orders/order-transaction.ts'
import type { CapturedPayment } from '../payments/provider.ts'

/**
 * Alerts the owner, once, to capture a payment that the provider has only authorized; not when the order was paid by
 * another one, since the buyer then gets this one back.
 */
export const alertUncaptured = (
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'orderQueue'>,
  { storeId, id }: Pick<Order, 'storeId' | 'id'>,
  payment: CapturedPayment,
  now: Date,
): Promise<void> =>
  inOrderTransaction(services, storeId, async (tx) => {
    const order = await lockOrder(tx, storeId, { id })
    if (!order || order.paymentStatus === 'REFUNDED' || order.status === 'CANCELLED') return
    const { providerPaymentId } = payment
    const isOther =
      order.paymentStatus === 'PAID' &&
      (await tx.payment.count({ where: { storeId, orderId: id, providerPaymentId } })) === 0
    if (isOther) return
    const alert = { kind: 'only_authorized' as const, providerPaymentId, ...storedMoney(payment) }
    await alertOwnerOnce(services, tx, order, { actor: 'reconciliation', now, alert })
  })
