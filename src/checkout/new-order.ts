import { randomBytes } from 'node:crypto'
import type { OrderItem } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import type { OrderWithItems } from '../orders/lock-order.ts'
import { freeOrderId, orderNumber } from '../orders/order-number.ts'
import type { ProviderAccount } from '../payments/provider.ts'
import { digitsOf } from '../platform/text/typed-text.ts'
import { newUuid } from '../platform/uuid.ts'
import type { Buyer } from './cart-input.ts'
import type { PricedCart } from './price-cart.ts'

interface Sale {
  customerId: string | null
  buyer: Buyer
  cartId: string | null
  priced: PricedCart
  account: ProviderAccount
  now: Date
}

export function newOrder(
  { services, store }: Pick<Context, 'services' | 'store'>,
  { customerId, buyer, cartId, priced, account, now }: Sale,
): OrderWithItems {
  const { quote, discount, notices } = priced
  const orderNo = orderNumber(randomBytes)
  const isFree = quote.total === 0n
  const id = newUuid(now.getTime())
  const holdExpiresAt = new Date(now.getTime() + services.holdMinutes * 60_000)
  return {
    storeId: store.id,
    id,
    orderNo,
    customerId,
    status: 'PENDING',
    paymentStatus: 'PENDING',
    buyerName: buyer.name,
    buyerPhone: buyer.phone,
    buyerPhoneDigits: digitsOf(buyer.phone),
    buyerEmail: buyer.email ?? null,
    buyerAddress: buyer.address ?? null,
    buyerNotes: buyer.notes ?? null,
    currency: store.currency,
    subtotal: quote.subtotal,
    discountAmount: quote.discount,
    loyaltyDiscount: quote.loyaltyDiscount,
    shippingFee: quote.shipping,
    taxAmount: quote.tax,
    taxInclusive: quote.taxInclusive,
    total: quote.total,
    refundedAmount: 0n,
    pointsUsed: quote.pointsUsed,
    pointsEarned: quote.pointsEarned,
    discountId: discount?.id ?? null,
    discountCode: discount?.code ?? null,
    cartId,
    notices: notices.map((notice) => ({ ...notice })),
    provider: isFree ? null : account.provider,
    providerOrderId: isFree ? freeOrderId(orderNo) : services.payments.ownOrderId(account),
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    holdExpiresAt,
    checkPaymentAt: isFree ? null : holdExpiresAt,
    alerts: [],
    needsAttention: null,
    erasedAt: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
    items: priced.lines.map((line, position) => itemOf({ storeId: store.id, orderId: id, position }, line)),
  }
}

const itemOf = (
  place: Pick<OrderItem, 'storeId' | 'orderId' | 'position'>,
  { product, variant, options, unitPrice, qty, taxRate }: PricedCart['lines'][number],
): OrderItem => ({
  ...place,
  productId: product.id,
  variantId: variant?.id ?? null,
  name: product.name,
  options,
  optionNames: variant?.optionNames ?? [],
  sku: variant?.sku ?? product.sku,
  unitPrice,
  qty,
  taxRateMicro: Number(taxRate),
  stockTaken: 0,
})
