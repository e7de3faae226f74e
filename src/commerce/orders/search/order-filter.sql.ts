import { z } from 'zod'
import { Prisma } from '../../../generated/prisma/client.ts'
import { MAX_PAGE, MOST_COUNTED } from '../../../platform/counted-page.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'
import { newestFirst } from '../../../platform/pagination.ts'
import { Problem } from '../../../platform/problem.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { phoneIdentity } from '../../../shared/phones.ts'
import { ordersOfGuest } from '../../customers/guests/guests.sql.ts'
import { lineFigures } from '../line-figures.sql.ts'
import { orderNumberOf } from '../order-number.ts'
import type { OrderStatus, PaymentStatus } from '../status/order-status.ts'
import type { ExportedOrder } from './order-rows.ts'

// SQL: lists, counts and searches combine conditions for their indexes.

/** Null and omitted conditions do not apply. */
export interface OrderFilter {
  status?: OrderStatus | null | undefined
  paymentStatus?: PaymentStatus | null | undefined
  needsAttention?: boolean | null | undefined
  paymentMethod?: string | null | undefined
  toCollect?: boolean | null | undefined
  /** By its code, like the zone. */
  deliveryMethod?: string | null | undefined
  zone?: string | null | undefined
  /** Within what was promised, `2026-01-31`. */
  deliveryDay?: string | null | undefined
  orderNos?: readonly string[] | null | undefined
  customerId?: string | null | undefined
  /** Only orders without an account, of this phone in any spelling. */
  guestPhone?: string | null | undefined
  search?: string | null | undefined
  /** Inclusive. */
  placedFrom?: Date | null | undefined
  /** Exclusive. */
  placedUntil?: Date | null | undefined
}

export interface OrderConditions {
  /** Covered by one index, newest first. */
  indexed: Prisma.Sql
  others: Prisma.Sql
}

/** In the words of the index `orders_to_collect_idx`. */
const isToCollect = Prisma.sql`payment_method IS NOT NULL AND payment_status = 'PENDING'
  AND status IN ('CONFIRMED', 'SHIPPED', 'DELIVERED')`

/** In the words of the indexes `orders_of_delivery_method_idx` and `…_zone_idx`. */
const deliveredBy = (part: 'method' | 'zone', code: string): Prisma.Sql =>
  Prisma.sql`delivery IS NOT NULL AND delivery->>${Prisma.raw(`'${part}'`)} = ${code}`

/** In the words of the index `orders_of_delivery_day_idx`. */
const promisedFor = (day: string): Prisma.Sql => Prisma.sql`
  delivery IS NOT NULL AND coalesce(delivery->>'until', delivery->>'from') >= ${day}
  AND coalesce(delivery->>'from', delivery->>'until') <= ${day}`

/** @throws Problem BAD_USER_INPUT */
function theDay(day: string): string {
  if (z.iso.date().safeParse(day).success) return day
  throw new Problem('BAD_USER_INPUT', 'deliveryDay must be a day such as 2026-01-31', { field: 'deliveryDay' })
}

/** @throws Problem BAD_USER_INPUT */
function theNumbers(orderNos: readonly string[]): string[] {
  if (orderNos.length <= MAX_PAGE) return orderNos.map(orderNumberOf)
  throw new Problem('BAD_USER_INPUT', `orderNos must have at most ${MAX_PAGE} entries`, { field: 'orderNos' })
}

/** @throws Problem NOT_FOUND, BAD_USER_INPUT */
export function orderConditions(storeId: string, filter: OrderFilter): OrderConditions {
  const {
    status,
    paymentStatus,
    needsAttention,
    customerId,
    guestPhone,
    paymentMethod,
    toCollect,
    placedFrom,
    placedUntil,
  } = filter
  const { deliveryMethod, zone, deliveryDay, orderNos } = filter
  if (customerId && !isUuid(customerId))
    throw new Problem('NOT_FOUND', 'Customer not found', { reason: 'CUSTOMER_NOT_FOUND' })
  // No index covers two of these. The first one, usually the most selective, goes to an index.
  const [first, ...more] = [
    ...(orderNos ? [Prisma.sql`order_no = ANY (${theNumbers(orderNos)}::text[])`] : []),
    ...(customerId ? [Prisma.sql`customer_id = ${customerId}::uuid`] : []),
    ...(guestPhone ? [ordersOfGuest(phoneIdentity(guestPhone))] : []),
    ...(needsAttention === true ? [Prisma.sql`needs_attention IS NOT NULL`] : []),
    ...(toCollect === true ? [isToCollect] : []),
    ...(zone ? [deliveredBy('zone', zone)] : []),
    ...(deliveryMethod ? [deliveredBy('method', deliveryMethod)] : []),
    ...(paymentMethod ? [Prisma.sql`payment_method = ${paymentMethod}`] : []),
    ...(status ? [Prisma.sql`status = ${status}`] : []),
    ...(paymentStatus ? [Prisma.sql`payment_status = ${paymentStatus}`] : []),
  ]
  const indexed = [
    Prisma.sql`store_id = ${storeId}::uuid`,
    ...(first ? [first] : []),
    ...(placedFrom ? [Prisma.sql`created_at >= ${placedFrom}::timestamptz`] : []),
    ...(placedUntil ? [Prisma.sql`created_at < ${placedUntil}::timestamptz`] : []),
  ]
  const others = [
    Prisma.sql`true`,
    ...more,
    ...(deliveryDay ? [promisedFor(theDay(deliveryDay))] : []),
    ...(needsAttention === false ? [Prisma.sql`needs_attention IS NULL`] : []),
    ...(toCollect === false ? [Prisma.sql`NOT (${isToCollect})`] : []),
  ]
  return { indexed: Prisma.join(indexed, ' AND '), others: Prisma.join(others, ' AND ') }
}

/** Newest first. @throws Problem BAD_USER_INPUT */
export function behindCursor(after: string | null | undefined): Prisma.Sql {
  if (!after) return Prisma.empty
  const [createdAt, id] = newestFirst.valuesOf(after)
  return Prisma.sql`AND (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`
}

/** Selects only columns of the index, so that the table is not read. */
export async function idsOfPage(
  sql: SqlClient,
  { indexed, others }: OrderConditions,
  after: string | null | undefined,
  take: number,
): Promise<string[]> {
  const page = await sql.$queryRaw<{ id: string }[]>`
    SELECT id FROM orders WHERE ${indexed} AND ${others} ${behindCursor(after)}
    ORDER BY created_at DESC, id DESC LIMIT ${take}`
  return page.map((order) => order.id)
}

export async function countOrders(sql: SqlClient, { indexed, others }: OrderConditions): Promise<number> {
  const [row] = await sql.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM orders WHERE ${indexed} AND ${others}
      ORDER BY created_at DESC, id DESC LIMIT ${MOST_COUNTED + 1}
    ) AS listed`
  return row?.count ?? 0
}

/** Newest first, all that a row shows. Prisma takes twice the time. */
export const readOrders = (sql: SqlClient, storeId: string, ids: string[]) => sql.$queryRaw<ExportedOrder[]>`
  SELECT id, created_at AS "createdAt", updated_at AS "updatedAt", order_no AS "orderNo", status,
    payment_status AS "paymentStatus", buyer_name AS "buyerName", buyer_phone AS "buyerPhone",
    buyer_email AS "buyerEmail", buyer_address AS "buyerAddress", buyer_address_parts AS "buyerAddressParts", buyer_notes AS "buyerNotes", subtotal,
    discount_code AS "discountCode", discount_amount AS "discountAmount", loyalty_discount AS "loyaltyDiscount",
    shipping_fee AS "shippingFee", tax_amount AS "taxAmount", tax_inclusive AS "taxInclusive", total, currency,
    points_used AS "pointsUsed", points_earned AS "pointsEarned", needs_attention AS "needsAttention", provider,
    refunded_amount AS "refundedAmount", collected_amount AS "collectedAmount", payment_method AS "paymentMethod",
    refused_at AS "refusedAt", carrier, tracking_number AS "trackingNumber", delivery,
    (
      SELECT json_agg(json_build_object('productId', item.product_id, 'qty', item.qty, 'name', name, 'options', options,
        'optionNames', option_names, 'sku', sku, 'unitPrice', unit_price::text, 'taxRateMicro', tax_rate_micro,
        'gross', line.gross::text, 'discount', line.discount::text, 'loyaltyDiscount', line.loyalty_discount::text,
        'tax', line.tax::text) ORDER BY item.position)
      FROM order_items AS item, ${lineFigures(storeId)} AS line
      WHERE item.store_id = ${storeId}::uuid AND item.order_id = orders.id AND line.position = item.position
    ) AS items,
    ARRAY(
      SELECT coalesce(reference, provider_payment_id) FROM payments
      WHERE store_id = ${storeId}::uuid AND order_id = orders.id AND undone_at IS NULL
      ORDER BY payments.created_at, payments.id
    ) AS payments
  FROM orders WHERE store_id = ${storeId}::uuid AND id = ANY (${ids}::uuid[])
  ORDER BY created_at DESC, id DESC`
