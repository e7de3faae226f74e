import { Prisma } from '../../../generated/prisma/client.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'

// SQL: groups by what is inside of JSON.

export const ReportedBy = { METHOD: 'METHOD', ZONE: 'ZONE', PAYMENT: 'PAYMENT' } as const
export type ReportedBy = (typeof ReportedBy)[keyof typeof ReportedBy]

export interface ReportRow {
  /** Null for the store's flat fee, or its payment provider. */
  code: string | null
  currency: string
  orders: number
  refused: number
  /** In subunits, without orders that were refused. */
  goods: bigint
  fees: bigint
}

export interface ReportedOrders {
  from: Date
  until: Date
  by: ReportedBy
  /** Only orders with play money, or only others; all by default. */
  playMoney?: boolean | null | undefined
}

const paymentFee = Prisma.sql`coalesce((payment_terms->>'fee')::bigint, 0)`
const deliveryFee = Prisma.sql`coalesce((delivery->>'fee')::bigint, shipping_fee - ${paymentFee})`

const groups: Readonly<Record<ReportedBy, { code: Prisma.Sql; fee: Prisma.Sql }>> = {
  METHOD: { code: Prisma.sql`delivery->>'method'`, fee: deliveryFee },
  ZONE: { code: Prisma.sql`delivery->>'zone'`, fee: deliveryFee },
  PAYMENT: { code: Prisma.sql`payment_method`, fee: paymentFee },
}

/** By the index of the store's newest orders. Orders that were cancelled before they were sent are left out. */
export function readDeliveryReport(
  sql: SqlClient,
  storeId: string,
  { from, until, by, playMoney }: ReportedOrders,
): Promise<ReportRow[]> {
  const { code, fee } = groups[by]
  const money =
    playMoney == null ? Prisma.empty : Prisma.sql`AND coalesce(provider = 'SANDBOX', false) = ${playMoney}::boolean`
  const kept = Prisma.sql`FILTER (WHERE refused_at IS NULL)`
  return sql.$queryRaw<ReportRow[]>`
    SELECT ${code} AS code, currency, count(*)::int AS orders, count(refused_at)::int AS refused,
      coalesce(sum(subtotal - discount_amount - loyalty_discount) ${kept}, 0)::bigint AS goods,
      coalesce(sum(${fee}) ${kept}, 0)::bigint AS fees
    FROM orders
    WHERE store_id = ${storeId}::uuid
      AND created_at >= ${from}::timestamptz AND created_at < ${until}::timestamptz
      ${money}
      AND (status IN ('CONFIRMED', 'SHIPPED', 'DELIVERED') OR refused_at IS NOT NULL)
    GROUP BY 1, 2 ORDER BY orders DESC, code NULLS LAST, currency`
}
