import { Prisma } from '../generated/prisma/client.ts'
import { newestFirst } from '../platform/pagination.ts'
import { Problem } from '../platform/problem.ts'
import { isUuid } from '../platform/uuid.ts'
import type { OrderStatus, PaymentStatus } from './statuses.ts'

/** Conditions on a store's orders. A condition that is null or left out is not applied. */
export interface OrderFilter {
  status?: OrderStatus | null | undefined
  paymentStatus?: PaymentStatus | null | undefined
  needsAttention?: boolean | null | undefined
  customerId?: string | null | undefined
  search?: string | null | undefined
  /** Inclusive. */
  placedFrom?: Date | null | undefined
  /** Exclusive. */
  placedUntil?: Date | null | undefined
}

/** SQL conditions for the store and the filter, except its search. */
export interface OrderConditions {
  /** Conditions that one index covers, which also sorts the orders newest first. */
  indexed: Prisma.Sql
  /** The other conditions; `true` when there are none. */
  others: Prisma.Sql
}

/** @throws Problem NOT_FOUND */
export function orderConditions(storeId: string, filter: OrderFilter): OrderConditions {
  const { status, paymentStatus, needsAttention, customerId, placedFrom, placedUntil } = filter
  if (customerId && !isUuid(customerId)) throw new Problem('NOT_FOUND', 'Customer not found')
  // Each of these has an index, but no index covers two. They are sorted by how few orders they usually leave, and only
  // the first is left to an index.
  const [first, ...more] = [
    ...(customerId ? [Prisma.sql`customer_id = ${customerId}::uuid`] : []),
    ...(needsAttention === true ? [Prisma.sql`needs_attention IS NOT NULL`] : []),
    ...(status ? [Prisma.sql`status = ${status}`] : []),
    ...(paymentStatus ? [Prisma.sql`payment_status = ${paymentStatus}`] : []),
  ]
  const indexed = [
    Prisma.sql`store_id = ${storeId}::uuid`,
    ...(first ? [first] : []),
    ...(placedFrom ? [Prisma.sql`created_at >= ${placedFrom}::timestamptz`] : []),
    ...(placedUntil ? [Prisma.sql`created_at < ${placedUntil}::timestamptz`] : []),
  ]
  const others = [Prisma.sql`true`, ...more, ...(needsAttention === false ? [Prisma.sql`needs_attention IS NULL`] : [])]
  return { indexed: Prisma.join(indexed, ' AND '), others: Prisma.join(others, ' AND ') }
}

/** `AND …` for the orders after the cursor in a list that is newest first. @throws Problem BAD_USER_INPUT */
export function behindCursor(after: string | null | undefined): Prisma.Sql {
  if (!after) return Prisma.empty
  const [createdAt, id] = newestFirst.decode(after)
  return Prisma.sql`AND (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`
}
