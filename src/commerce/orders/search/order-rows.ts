import type { Order, OrderItem } from '../../../generated/prisma/client.ts'
import { currencyExponent, decimalText, microToNumber } from '../../../platform/money.ts'
import { regionName } from '../../../shared/regions.ts'
import { orderedOptions, type StoredOptions } from '../../catalog/product.ts'
import { addressOf } from '../../delivery/order-address.ts'
import { deliveryOf } from '../../delivery/order-delivery.ts'
import { type CsvRow, Decimal } from '../../owners/export/csv-export.ts'
import { dueOf } from '../../payments/methods/order-payment.ts'
import { isPlayMoney, refundedOf } from '../shown/shown-order.ts'

type Unread =
  | 'storeId'
  | 'customerId'
  | 'buyerPhoneDigits'
  | 'discountId'
  | 'notices'
  | 'providerOrderId'
  | 'holdExpiresAt'
  | 'checkPaymentAt'
  | 'paymentTerms'
  | 'readyAt'
  | 'version'

type ExportedItem = Pick<
  OrderItem,
  'productId' | 'qty' | 'name' | 'options' | 'optionNames' | 'sku' | 'taxRateMicro'
> & {
  /** Subunits as text, as of all amounts: JSON numbers are too small for bigint. */
  unitPrice: string
  gross: string
  discount: string
  loyaltyDiscount: string
  tax: string
}

export type ExportedOrder = Omit<Order, Unread> & {
  items: ExportedItem[] | null
  payments: string[]
}

const words = [
  ...['order_no', 'created_at', 'status', 'payment_status'],
  ...['buyer_name', 'buyer_phone', 'buyer_email', 'buyer_address', 'buyer_notes', 'items'],
]

const known = [
  ...words,
  ...['subtotal', 'discount_code', 'discount_amount', 'loyalty_discount', 'shipping_fee', 'tax', 'tax_inclusive'],
  ...['total', 'currency', 'points_used', 'points_earned', 'payments', 'needs_attention', 'updated_at', 'play_money'],
  ...['refunded', 'net', 'discount', 'carrier', 'tracking_number'],
]

const delivered = ['delivery_method', 'zone', 'region', 'postal_code']
const newest = ['payment_method', 'collected', 'to_collect', 'refused_at', ...delivered]

const addressed = ['street', 'city', 'country', 'delivery_from', 'delivery_until', 'pickup_address']

/** New columns go last, because programs may read by position. */
export const orderColumns = [...known, ...newest, ...addressed]

export const itemColumns = [
  ...known,
  ...['item_no', 'product_id', 'item', 'options', 'unit_price', 'qty', 'tax_rate'],
  ...['item_subtotal', 'item_discount', 'item_loyalty_discount', 'item_tax', 'item_total'],
  'sku',
  ...newest,
  ...addressed,
]

const sums = [
  ...['subtotal', 'discount_amount', 'loyalty_discount', 'shipping_fee', 'tax', 'total'],
  ...['points_used', 'points_earned', 'refunded', 'net', 'discount', 'collected', 'to_collect'],
]

export function orderRow(order: ExportedOrder): CsvRow {
  const money = amountsIn(order)
  const refunded = refundedOf(order)
  const isByHand = order.paymentMethod !== null
  const delivery = deliveryOf(order)
  const address = addressOf(order)
  const place = address ?? delivery?.destination
  return {
    order_no: order.orderNo,
    created_at: order.createdAt,
    status: order.status.toLowerCase(),
    payment_status: order.paymentStatus.toLowerCase(),
    buyer_name: order.buyerName,
    buyer_phone: order.buyerPhone,
    buyer_email: order.buyerEmail,
    buyer_address: order.buyerAddress,
    buyer_notes: order.buyerNotes,
    items: (order.items ?? []).map(itemText).join('; '),
    subtotal: money(order.subtotal),
    discount_code: order.discountCode,
    discount_amount: money(order.discountAmount),
    loyalty_discount: money(order.loyaltyDiscount),
    shipping_fee: money(order.shippingFee),
    tax: money(order.taxAmount),
    tax_inclusive: String(order.taxInclusive),
    total: money(order.total),
    currency: order.currency,
    points_used: order.pointsUsed,
    points_earned: order.pointsEarned,
    payments: order.payments.join('; '),
    needs_attention: order.needsAttention,
    updated_at: order.updatedAt,
    play_money: String(isPlayMoney(order)),
    refunded: money(refunded),
    net: money(order.total - refunded),
    discount: money(order.discountAmount),
    carrier: order.carrier,
    tracking_number: order.trackingNumber,
    payment_method: order.paymentMethod,
    collected: isByHand ? money(order.collectedAmount) : null,
    to_collect: isByHand ? money(dueOf(order)) : null,
    refused_at: order.refusedAt,
    delivery_method: delivery?.method ?? null,
    zone: delivery?.zone ?? null,
    region: place?.region ? regionName(place.region) : null,
    postal_code: place?.postalCode ?? null,
    street: address?.street ?? null,
    city: address?.city ?? null,
    country: place?.country ?? null,
    delivery_from: delivery?.from ?? null,
    delivery_until: delivery?.until ?? null,
    pickup_address: delivery?.pickup?.address ?? null,
  }
}

/** A row per item; sums are only in the first, so that columns can be added up. */
export function itemRows(order: ExportedOrder): CsvRow[] {
  const first = orderRow(order)
  const others = { ...first, ...Object.fromEntries(sums.map((column) => [column, null])) }
  const money = amountsIn(order)
  return linesOf(order).map(({ item, gross, discount, loyaltyDiscount, tax }, index) => ({
    ...(index === 0 ? first : others),
    item_no: index + 1,
    product_id: item.productId,
    item: item.name,
    options: optionsText(item),
    unit_price: money(BigInt(item.unitPrice)),
    qty: item.qty,
    tax_rate: microToNumber(BigInt(item.taxRateMicro) * 100n),
    item_subtotal: money(gross),
    item_discount: money(discount),
    item_loyalty_discount: money(loyaltyDiscount),
    item_tax: money(tax),
    item_total: money(gross - discount - loyaltyDiscount + (order.taxInclusive ? 0n : tax)),
    sku: item.sku,
  }))
}

/** Shares of the order's amounts, which add up to them. */
const linesOf = ({ items }: ExportedOrder) =>
  (items ?? []).map((item) => ({
    item,
    gross: BigInt(item.gross),
    discount: BigInt(item.discount),
    loyaltyDiscount: BigInt(item.loyaltyDiscount),
    tax: BigInt(item.tax),
  }))

const amountsIn =
  ({ currency }: Pick<Order, 'currency'>) =>
  (amount: bigint): Decimal =>
    new Decimal(decimalText(amount, currencyExponent(currency)))

const optionsText = (item: StoredOptions): string =>
  orderedOptions(item)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(', ')

/** `2 x Assam (size: 250g)`. */
function itemText(item: ExportedItem): string {
  const chosen = optionsText(item)
  return `${item.qty} x ${item.name}${chosen === '' ? '' : ` (${chosen})`}`
}
