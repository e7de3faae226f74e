import type { Order, OrderItem, Refund, Store } from '../../generated/prisma/client.ts'
import { currencyExponent, lineTotal, priceText } from '../../platform/money.ts'
import { oneLine } from '../../platform/text/text.ts'
import { localeOf } from '../../shared/business/store-locale.ts'
import { orderedOptions } from '../catalog/product.ts'
import { deliveryOf } from '../delivery/order-delivery.ts'
import { dueOf, feeOf, paymentOf } from '../payments/methods/order-payment.ts'
import { deliveryRows } from './delivery-rows.ts'
import type { SellingBusiness } from './mail-foot.ts'
import { type MailName, type RefundExtent, recipientOf } from './mail-name.ts'
import type { Values } from './placeholders.ts'
import type { Words } from './words/words.ts'

export type MailedStore = Pick<Store, 'businessName' | 'timeZone' | 'locale' | 'ownerEmail' | 'storefrontUrl'> &
  SellingBusiness

type MailedItem = Pick<OrderItem, 'name' | 'options' | 'optionNames' | 'sku' | 'unitPrice' | 'qty'>

export type MailedOrder = Pick<
  Order,
  | 'orderNo'
  | 'createdAt'
  | 'currency'
  | 'subtotal'
  | 'discountAmount'
  | 'discountCode'
  | 'loyaltyDiscount'
  | 'shippingFee'
  | 'taxAmount'
  | 'taxInclusive'
  | 'total'
  | 'buyerName'
  | 'buyerPhone'
  | 'buyerEmail'
  | 'buyerAddress'
  | 'buyerNotes'
  | 'carrier'
  | 'trackingNumber'
  | 'trackingUrl'
  | 'needsAttention'
  | 'provider'
  | 'status'
  | 'paymentStatus'
  | 'collectedAmount'
  | 'paymentTerms'
  | 'holdExpiresAt'
  | 'delivery'
> & { items: readonly MailedItem[] }

export interface MailedRefund extends Pick<Refund, 'amount' | 'currency'> {
  extent: RefundExtent
}

/** All that a mail is made of. */
export interface MailFacts {
  name: MailName
  store: MailedStore
  order: MailedOrder
  /** Null when the mail reports none. */
  refund: MailedRefund | null
}

/** A link is opened by its value. */
export interface Row {
  label: string
  value: string
  isLink?: boolean
}

export interface Line {
  what: string
  price: string
}

/** Shown below the words, each text in one line. */
export interface Details {
  rows: Row[]
  lines: Line[]
  sums: Row[]
}

/** Values of placeholders, each in one line. */
export function valuesOf(facts: MailFacts, words: Words): Values {
  const { store, order, refund } = facts
  const pickup = deliveryOf(order)?.pickup
  const numbers = numbersOf(store, words)
  const values: Values = {
    'store.name': store.businessName,
    'order.number': order.orderNo,
    'order.date': timeText(order.createdAt, facts, words),
    'order.total': priceText(order.total, order.currency, numbers),
    'buyer.name': order.buyerName,
    'pickup.address': pickup?.address ?? '',
    'pickup.hours': pickup?.hours ?? '',
    'shipping.carrier': order.carrier ?? '',
    'shipping.trackingNumber': order.trackingNumber ?? '',
    'shipping.trackingUrl': order.trackingUrl ?? '',
    'refund.amount': refund ? priceText(refund.amount, refund.currency, numbers) : '',
    'refund.extent': refund ? words.refundExtent[refund.extent] : '',
    'attention.reason': order.needsAttention ?? '',
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, oneLine(value)]))
}

/** Those that come before the goods do. */
const saysDelivery: ReadonlySet<MailName> = new Set([
  'NEW_ORDER',
  'NEEDS_ATTENTION',
  'ORDER_CONFIRMED',
  'ORDER_READY',
  'ORDER_SHIPPED',
])

export function detailsOf(facts: MailFacts, words: Words): Details {
  const { name, store, order, refund } = facts
  const { labels } = words
  const numbers = numbersOf(store, words)
  const payment = paymentOf(order)
  const price = (amount: bigint) => priceText(amount, order.currency, numbers)
  const isForOwner = recipientOf(name) === 'OWNER'
  const row = (label: keyof Words['labels'], value: string | null, more: Partial<Row> = {}): Row[] =>
    value ? [{ label: labels[label], value: oneLine(value), ...more }] : []
  const sum = (label: keyof Words['labels'], amount: bigint) => (amount === 0n ? [] : row(label, price(amount)))
  return {
    rows: [
      ...row('order', order.orderNo),
      ...row('placed', timeText(order.createdAt, facts, words)),
      ...(name === 'ORDER_SHIPPED'
        ? [
            ...row('carrier', order.carrier),
            ...row('trackingNumber', order.trackingNumber),
            ...row('trackingUrl', order.trackingUrl, { isLink: true }),
          ]
        : []),
      ...(isForOwner
        ? [
            ...row('buyer', order.buyerName),
            ...row('phone', order.buyerPhone),
            ...row('email', order.buyerEmail),
            ...row('address', order.buyerAddress),
            ...row('notes', order.buyerNotes),
          ]
        : []),
      ...(saysDelivery.has(name)
        ? deliveryRows(order, isForOwner, words).flatMap(({ label, value }) => row(label, value))
        : []),
      ...(refund ? row('refunded', priceText(refund.amount, refund.currency, numbers)) : []),
    ],
    lines: order.items.map((item) => ({
      what: lineText(item, isForOwner),
      price: price(lineTotal(item.unitPrice, item.qty, currencyExponent(order.currency))),
    })),
    sums: [
      ...row('subtotal', price(order.subtotal)),
      ...sum('discount', -order.discountAmount),
      ...sum('points', -order.loyaltyDiscount),
      ...sum('shipping', order.shippingFee),
      ...sum(order.taxInclusive ? 'taxIncluded' : 'tax', order.taxAmount),
      ...row('total', price(order.total)),
      ...(payment
        ? [...row('payment', payment.name), ...sum('paymentFee', feeOf(order)), ...sum('due', dueOf(order))]
        : []),
    ],
  }
}

/** What is to be done about an order that is paid without the provider. */
export function todoOf(facts: MailFacts, words: Words): string[] {
  const { name, order } = facts
  const payment = paymentOf(order)
  if (!payment || dueOf(order) === 0n) return []
  if (name === 'NEW_ORDER' && order.status === 'PENDING') {
    return [words.confirmUntil.replace('{{time}}', () => timeText(order.holdExpiresAt, facts, words))]
  }
  const asksToPay = name === 'ORDER_CONFIRMED' || name === 'ORDER_READY' || name === 'ORDER_SHIPPED'
  return asksToPay && payment.instructions !== '' ? [payment.instructions] : []
}

/** `2 × Assam (size: 250g)`; for who packs it with its SKU: `2 × Assam (size: 250g), A-250` */
function lineText(item: MailedItem, isForOwner: boolean): string {
  const { qty, name, sku } = item
  const inWords = orderedOptions(item)
    .map(({ name: option, value }) => `${option}: ${value}`)
    .join(', ')
  return oneLine(
    `${qty} × ${name}${inWords === '' ? '' : ` (${inWords})`}${isForOwner && sku !== null ? `, ${sku}` : ''}`,
  )
}

const numbersOf = (store: MailedStore, words: Words): string => localeOf(store) ?? words.numbers

/** As the store writes dates; with the language's own words where it has not said how. */
const timeText = (time: Date, { store }: MailFacts, { dates }: Words): string =>
  new Intl.DateTimeFormat(localeOf(store) ?? dates, {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: store.timeZone, calendar: 'gregory' },
  }).format(time)
