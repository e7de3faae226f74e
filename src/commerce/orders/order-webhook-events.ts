import type { Order, Payment } from '../../generated/prisma/client.ts'
import { toMainUnits } from '../../platform/money.ts'
import { chosenOptions } from '../catalog/product.ts'
import { addressPartsOf } from '../delivery/order-address.ts'
import type { WebhookEvent } from '../webhooks/event-types.ts'
import type { OrderWithItems } from './lock-order.ts'
import { fulfilmentOf } from './order-fulfilment.ts'
import { isPlayMoney, refundedInMainUnits } from './shown/shown-order.ts'

export const orderConfirmed = (order: OrderWithItems): WebhookEvent => webhookEvent('order.confirmed', order)

/** For orders without the payment provider, which may be confirmed long before. */
export const orderPaid = (order: OrderWithItems): WebhookEvent => webhookEvent('order.paid', order)

/** @param payment that was recorded, and counts no more */
export const orderPaymentUndone = (
  order: OrderWithItems,
  { amount, currency }: Pick<Payment, 'amount' | 'currency'>,
  actor: string,
): WebhookEvent =>
  webhookEvent('order.payment_undone', order, { payment: { amount: toMainUnits(amount, currency), currency, actor } })

/** For an order that is picked up. */
export const orderReady = (order: OrderWithItems): WebhookEvent => webhookEvent('order.ready', order)

export const orderMoved = (order: OrderWithItems, from: Order['status'], actor: string): WebhookEvent =>
  webhookEvent('order.status_changed', order, { from: from.toLowerCase(), to: order.status.toLowerCase(), actor })

export const orderNeedsAttention = (order: OrderWithItems, reason: string): WebhookEvent =>
  webhookEvent('order.needs_attention', order, { reason })

/** @param refund what has been refunded now */
export const orderRefunded = (
  order: OrderWithItems,
  { amount, currency, actor }: { amount: bigint; currency: string; actor: string },
): WebhookEvent =>
  webhookEvent('order.refunded', order, {
    refund: { amount: toMainUnits(amount, currency), currency, actor },
    refunded_amount: toMainUnits(order.refundedAmount, order.currency),
  })

const webhookEvent = (type: WebhookEvent['type'], order: OrderWithItems, more: object = {}): WebhookEvent => ({
  type,
  subject: `order:${order.id}`,
  data: { ...more, order: webhookOrder(order) },
})

function webhookOrder(order: OrderWithItems) {
  const { currency } = order
  const price = (amount: bigint) => toMainUnits(amount, currency)
  return {
    id: order.id,
    order_no: order.orderNo,
    status: order.status.toLowerCase(),
    payment_status: order.paymentStatus.toLowerCase(),
    customer_id: order.customerId,
    buyer_name: order.buyerName,
    buyer_phone: order.buyerPhone,
    buyer_email: order.buyerEmail,
    buyer_address: order.buyerAddress,
    ...addressPartsOf(order),
    buyer_notes: order.buyerNotes,
    items: order.items.map((item) => ({
      product_id: item.productId,
      variant_id: item.variantId,
      name: item.name,
      options: chosenOptions(item),
      ...(item.sku !== null && { sku: item.sku }),
      price: price(item.unitPrice),
      qty: item.qty,
    })),
    subtotal: price(order.subtotal),
    discount_amount: price(order.discountAmount),
    discount_code: order.discountCode,
    loyalty_discount: price(order.loyaltyDiscount),
    shipping_fee: price(order.shippingFee),
    tax_amount: price(order.taxAmount),
    tax_inclusive: order.taxInclusive,
    total: price(order.total),
    refunded_amount: refundedInMainUnits(order),
    currency,
    points_used: order.pointsUsed,
    points_earned: order.pointsEarned,
    needs_attention: order.needsAttention,
    play_money: isPlayMoney(order),
    ...fulfilmentOf(order),
    ...(order.carrier && { carrier: order.carrier }),
    ...(order.trackingNumber && { tracking_number: order.trackingNumber }),
    ...(order.trackingUrl && { tracking_url: order.trackingUrl }),
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
  }
}
