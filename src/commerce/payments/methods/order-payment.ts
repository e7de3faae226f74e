import type { Order } from '../../../generated/prisma/client.ts'
import { moneyInWords } from '../../../platform/money.ts'
import type { PaymentOffer } from './payment-offer.ts'

/** The payment method of an order as it was when the order was placed. */
export interface OrderPayment
  extends Pick<PaymentOffer, 'code' | 'kind' | 'name' | 'instructions' | 'confirm' | 'paidOnDelivery'> {
  /** In subunits, as decimal text. */
  fee: string
}

/** The order's payment method; null for the payment provider. Only new-order.ts writes the column. */
export const paymentOf = ({ paymentTerms }: Pick<Order, 'paymentTerms'>): OrderPayment | null =>
  paymentTerms as unknown as OrderPayment | null

/** What the payment method costs, as a part of the shipping fee, in subunits. */
export const feeOf = (order: Pick<Order, 'paymentTerms'>): bigint => BigInt(paymentOf(order)?.fee ?? 0)

/** What is still to be paid of an order, in subunits. */
export const dueOf = ({
  status,
  paymentStatus,
  total,
  collectedAmount,
}: Pick<Order, 'status' | 'paymentStatus' | 'total' | 'collectedAmount'>): bigint =>
  paymentStatus === 'PENDING' && status !== 'CANCELLED' && status !== 'FAILED' ? total - collectedAmount : 0n

/** For the order's history. */
export const toCollect = (order: Order): string =>
  `${moneyInWords({ amount: dueOf(order), currency: order.currency })} to collect`

/** Whether something was paid of an order that is not paid in full. */
export const isPartlyPaid = ({ paymentStatus, collectedAmount }: Pick<Order, 'paymentStatus' | 'collectedAmount'>) =>
  paymentStatus === 'PENDING' && collectedAmount > 0n

/** The id that such an order has in place of the provider's. */
export const manualOrderId = ({ kind }: Pick<PaymentOffer, 'kind'>, orderNo: string): string =>
  `${kind === 'COD' ? 'cod' : 'manual'}_${orderNo}`
