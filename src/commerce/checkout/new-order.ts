import { randomBytes } from 'node:crypto'
import type { Context, Services } from '../../api/context.ts'
import type { OrderItem, Prisma } from '../../generated/prisma/client.ts'
import { newUuid } from '../../platform/uuid.ts'
import { digitsOf } from '../../shared/typed-text.ts'
import { addressColumn } from '../delivery/order-address.ts'
import { deliveryColumn } from '../delivery/order-delivery.ts'
import type { OrderWithItems } from '../orders/lock-order.ts'
import { freeOrderId, orderNumber } from '../orders/order-number.ts'
import { manualOrderId, type OrderPayment } from '../payments/methods/order-payment.ts'
import type { ConfirmedBy } from '../payments/methods/payment-method-kinds.ts'
import { confirmerOf } from '../payments/methods/payment-offer.ts'
import type { ProviderAccount } from '../payments/provider.ts'
import type { AddressedBuyer } from './delivery/addressed-buyer.ts'
import type { Fulfilled, PaymentOption, Wish } from './delivery/fulfilment.ts'
import type { PricedCart } from './price-cart.ts'
import type { QuotedLine } from './pricing/quote.ts'

interface Sale {
  customerId: string | null
  /** As `orders.payer_address`, for an order that is paid without the provider. */
  payerAddress: string | null
  buyer: AddressedBuyer
  cartId: string | null
  priced: PricedCart
  /** The account with which it is to be paid; null for a payment method of the store's. */
  account: ProviderAccount | null
  /** For the owner, even if the payment method confirms by itself. */
  mustWait: boolean
  /** How the buyer wants it delivered. */
  wish: Wish
  now: Date
}

export function newOrder(
  { services, store }: Pick<Context, 'services' | 'store'>,
  { customerId, payerAddress, buyer, cartId, priced, account, mustWait, wish, now }: Sale,
): OrderWithItems {
  const { quote, discount, notices, fulfilled } = priced
  const orderNo = orderNumber(randomBytes)
  const isFree = quote.total === 0n
  const payment = isFree ? null : fulfilled.payment
  const id = newUuid(now.getTime())
  const units = priced.lines.reduce((sum, { qty }) => sum + qty, 0)
  const confirm = payment && (mustWait ? 'OWNER' : confirmerOf(payment.offer, { total: quote.total, units }))
  const holdMinutes = payment && confirm === 'OWNER' ? payment.offer.holdHours * 60 : services.holdMinutes
  const holdExpiresAt = new Date(now.getTime() + holdMinutes * 60_000)
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
    buyerAddressParts: addressColumn(buyer.addressParts),
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
    collectedAmount: 0n,
    pointsUsed: quote.pointsUsed,
    pointsEarned: quote.pointsEarned,
    discountId: discount?.id ?? null,
    discountCode: discount?.code ?? null,
    cartId,
    notices: notices.map((notice) => ({ ...notice })),
    provider: isFree || payment ? null : (account?.provider ?? null),
    providerOrderId: providerOrderIdOf(services, { orderNo, isFree, payment, account }),
    paymentMethod: payment?.offer.code ?? null,
    paymentTerms: payment && confirm && storedPayment(payment, confirm),
    payerAddress: payment ? payerAddress : null,
    delivery: storedDelivery(fulfilled, wish),
    readyAt: null,
    refusedAt: null,
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    holdExpiresAt,
    checkPaymentAt: isFree || payment ? null : holdExpiresAt,
    alerts: [],
    needsAttention: null,
    erasedAt: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
    items: priced.lines.map((line, position) =>
      itemOf({ storeId: store.id, orderId: id, position }, line, quote.lines[position]),
    ),
  }
}

interface PaidWith {
  orderNo: string
  isFree: boolean
  payment: PaymentOption | null
  account: ProviderAccount | null
}

/** The order's id at the provider, or what stands for it; null where the provider has yet to give one. */
function providerOrderIdOf(
  { payments }: Pick<Services, 'payments'>,
  { orderNo, isFree, payment, account }: PaidWith,
): string | null {
  if (isFree) return freeOrderId(orderNo)
  if (payment) return manualOrderId(payment.offer, orderNo)
  return account && payments.ownOrderId(account)
}

function storedPayment({ offer, fee }: PaymentOption, confirm: ConfirmedBy): Prisma.JsonObject {
  const { code, kind, name, instructions, paidOnDelivery } = offer
  return { code, kind, name, instructions, confirm, paidOnDelivery, fee: String(fee) } satisfies OrderPayment
}

function storedDelivery({ delivery, zone }: Fulfilled, { destination }: Wish): Prisma.JsonObject | null {
  if (!delivery) return null
  const { method, fee, from, until } = delivery
  const { code, name, kind, pickup } = method
  return deliveryColumn({ method: code, name, kind, zone, fee: String(fee), from, until, destination, pickup })
}

const itemOf = (
  place: Pick<OrderItem, 'storeId' | 'orderId' | 'position'>,
  { product, variant, options, unitPrice, qty, taxRate }: PricedCart['lines'][number],
  share: QuotedLine | undefined,
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
  discount: share?.discount ?? null,
  loyaltyDiscount: share?.loyaltyDiscount ?? null,
  tax: share?.tax ?? null,
})
