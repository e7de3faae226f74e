import { Prisma } from '../../generated/prisma/client.ts'
import { MOST_COUNTED } from '../../platform/counted-page.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { lowStockOf } from '../catalog/stock/low-stock.sql.ts'

// SQL: counts in many tables with one statement.

interface Asked {
  storeId: string
  threshold: number
  now: Date
}

const orders =
  (condition: Prisma.Sql) =>
  ({ storeId }: Asked) =>
    Prisma.sql`SELECT FROM orders WHERE store_id = ${storeId}::uuid AND ${condition}`

const rowsOf = {
  toShip: orders(Prisma.sql`status = 'CONFIRMED' AND payment_status <> 'REFUNDED'`),
  needAttention: orders(Prisma.sql`needs_attention IS NOT NULL`),
  toConfirm: ({ now, ...asked }: Asked) =>
    orders(Prisma.sql`payment_method IS NOT NULL AND payment_status = 'PENDING' AND status = 'PENDING'
      AND hold_expires_at > ${now}::timestamptz`)({ now, ...asked }),
  // In the words of the index `orders_to_collect_idx`.
  toCollect: orders(Prisma.sql`payment_method IS NOT NULL AND payment_status = 'PENDING'
    AND status IN ('CONFIRMED', 'SHIPPED', 'DELIVERED')`),
  refunds: ({ storeId }: Asked) =>
    Prisma.sql`SELECT FROM refunds WHERE store_id = ${storeId}::uuid AND status = 'PENDING'`,
  reviews: ({ storeId }: Asked) =>
    Prisma.sql`SELECT FROM reviews WHERE store_id = ${storeId}::uuid AND status = 'PENDING'`,
  lowStock: ({ storeId, threshold }: Asked) => Prisma.sql`SELECT FROM (${lowStockOf(storeId, threshold)}) AS low`,
  undelivered: ({ storeId }: Asked) =>
    Prisma.sql`SELECT FROM webhook_messages WHERE store_id = ${storeId}::uuid AND status = 'GIVEN_UP'`,
  webhooksOff: ({ storeId }: Asked) =>
    Prisma.sql`SELECT FROM webhooks WHERE store_id = ${storeId}::uuid AND NOT active AND off_reason IS NOT NULL`,
} as const

export type Counted = keyof typeof rowsOf

// TypeScript gives `keys` as plain text.
export const countable = Object.keys(rowsOf) as Counted[]

/** Each up to one more than `MOST_COUNTED`. */
export async function countWaiting(
  sql: SqlClient,
  names: readonly Counted[],
  asked: Asked,
): Promise<Partial<Record<Counted, number>>> {
  if (names.length === 0) return {}
  const counts = names.map(
    (name) => Prisma.sql`(
      SELECT count(*)::int FROM (${rowsOf[name](asked)} LIMIT ${MOST_COUNTED + 1}) AS counted
    ) AS ${Prisma.raw(`"${name}"`)}`,
  )
  const [row] = await sql.$queryRaw<Record<Counted, number>[]>`SELECT ${Prisma.join(counts)}`
  return row ?? {}
}
