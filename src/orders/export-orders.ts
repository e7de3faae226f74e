import { z } from 'zod'
import { optionList } from '../catalog/product.ts'
import { type CsvRow, csvExport, EXPORT_PAGE, inPages } from '../gateway/csv-export.ts'
import type { Order, OrderItem, Store } from '../generated/prisma/client.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { isStorableMoment, momentText } from '../platform/moment.ts'
import { currencyExponent, decimalText } from '../platform/money.ts'
import { newestFirst } from '../platform/pagination.ts'
import { Problem } from '../platform/problem.ts'
import { firstMomentOf } from '../stores/store-day.ts'
import { idsOfPage } from './list-store-orders.ts'
import { orderConditions } from './order-filter.ts'
import { isPlayMoney } from './play-money.ts'
import { OrderStatus, PaymentStatus } from './statuses.ts'

const columns = [
  ...['order_no', 'created_at', 'status', 'payment_status'],
  ...['buyer_name', 'buyer_phone', 'buyer_email', 'buyer_address', 'buyer_notes', 'items'],
  ...['subtotal', 'discount_code', 'discount_amount', 'loyalty_discount', 'shipping_fee', 'tax', 'tax_inclusive'],
  ...['total', 'currency', 'points_used', 'points_earned', 'payments', 'needs_attention', 'updated_at', 'play_money'],
]

/** Accepts an enum value in lower case, as REST writes it. */
const oneOf = <Value extends string>(values: Record<string, Value>) =>
  z
    .preprocess(
      (given) => (typeof given === 'string' ? given.toUpperCase() : given),
      z.enum(values, { error: `must be one of: ${Object.values(values).join(', ').toLowerCase()}` }),
    )
    .optional()

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = z.union([momentText(''), z.iso.date({ abort: true })], {
  error: 'from and until must be a day such as 2026-01-31, or a moment such as 2026-01-31T12:00:00Z',
})

const query = z.object({
  status: oneOf(OrderStatus).meta({ description: 'Only orders that stand there.' }),
  payment_status: oneOf(PaymentStatus).meta({ description: 'Only orders whose payment stands there.' }),
  from: moment.optional().meta({
    description: 'Only orders placed then or later: a moment, or a day in the store’s time zone.',
  }),
  until: moment
    .optional()
    .meta({ description: 'Only orders placed before then: a moment, or the beginning of a day.' }),
})

/** Parses a moment, or the beginning of a day in the store's time zone. @throws Problem BAD_USER_INPUT */
const momentOf = (text: string | undefined, { timeZone }: Store): Date | null => {
  if (text === undefined) return null
  const moment = day.test(text) ? firstMomentOf(text, timeZone) : new Date(text)
  if (isStorableMoment(moment)) return moment
  throw new Problem('BAD_USER_INPUT', 'from and until must be in the years 1 to 9999 in UTC')
}

/** Exports the matching orders, newest first. Orders placed after the export began are not included. */
export const exportOrders = csvExport({
  summary: 'The store’s orders as CSV, a row each, newest first.',
  columns,
  query,
  async *pages({ services: { sql }, store }, { status, payment_status: paymentStatus, from, until }) {
    const placed = { placedFrom: momentOf(from, store), placedUntil: momentOf(until, store) }
    const conditions = orderConditions(store.id, { status, paymentStatus, ...placed })
    const pages = inPages(newestFirst, async (cursor) =>
      readOrders(sql, store.id, await idsOfPage(sql, conditions, cursor, EXPORT_PAGE)),
    )
    for await (const page of pages) yield page.map(orderRow)
  },
})

type Unread =
  | 'storeId'
  | 'customerId'
  | 'buyerPhoneDigits'
  | 'discountId'
  | 'notices'
  | 'providerOrderId'
  | 'holdExpiresAt'
  | 'checkPaymentAt'
  | 'version'

type ExportedOrder = Omit<Order, Unread> & {
  items: Pick<OrderItem, 'qty' | 'name' | 'options'>[] | null
  payments: string[]
}

/**
 * Reads the orders with everything that a row shows, newest first. It is SQL of ours, because Prisma's objects take
 * more than twice the time.
 */
const readOrders = (sql: SqlClient, storeId: string, ids: string[]) => sql.$queryRaw<ExportedOrder[]>`
  SELECT id, created_at AS "createdAt", updated_at AS "updatedAt", order_no AS "orderNo", status,
    payment_status AS "paymentStatus", buyer_name AS "buyerName", buyer_phone AS "buyerPhone",
    buyer_email AS "buyerEmail", buyer_address AS "buyerAddress", buyer_notes AS "buyerNotes", subtotal,
    discount_code AS "discountCode", discount_amount AS "discountAmount", loyalty_discount AS "loyaltyDiscount",
    shipping_fee AS "shippingFee", tax_amount AS "taxAmount", tax_inclusive AS "taxInclusive", total, currency,
    points_used AS "pointsUsed", points_earned AS "pointsEarned", needs_attention AS "needsAttention", provider,
    (
      SELECT json_agg(json_build_object('qty', qty, 'name', name, 'options', options) ORDER BY position)
      FROM order_items WHERE store_id = ${storeId}::uuid AND order_id = orders.id
    ) AS items,
    ARRAY(
      SELECT provider_payment_id FROM payments
      WHERE store_id = ${storeId}::uuid AND order_id = orders.id ORDER BY payments.created_at, payments.id
    ) AS payments
  FROM orders WHERE store_id = ${storeId}::uuid AND id = ANY (${ids}::uuid[])
  ORDER BY created_at DESC, id DESC`

function orderRow(order: ExportedOrder): CsvRow {
  const money = (amount: bigint) => decimalText(amount, currencyExponent(order.currency))
  return {
    order_no: order.orderNo,
    created_at: order.createdAt.toISOString(),
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
    updated_at: order.updatedAt.toISOString(),
    play_money: String(isPlayMoney(order)),
  }
}

/** Formats an item: `2 x Assam (size: 250g)`. */
function itemText({ qty, name, options }: Pick<OrderItem, 'qty' | 'name' | 'options'>): string {
  const chosen = optionList(options).map((option) => `${option.name}: ${option.value}`)
  return `${qty} x ${name}${chosen.length > 0 ? ` (${chosen.join(', ')})` : ''}`
}
