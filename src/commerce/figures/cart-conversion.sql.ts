import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import type { Period } from './buckets.ts'

// SQL: counts in an index, and adds up what was counted before.

export interface CartCounts {
  made: number
  ordered: number
}

/** Without carts that were added to another. By the index `carts_made_idx`. */
export const cartsMadeIn = (storeId: string, from: Prisma.Sql, until: Prisma.Sql): Prisma.Sql => Prisma.sql`
  FROM carts
  WHERE store_id = ${storeId}::uuid AND merged_into_id IS NULL AND created_at >= ${from} AND created_at < ${until}`

export async function countCarts(sql: SqlClient, storeId: string, { from, until }: Period): Promise<CartCounts> {
  const counted = Prisma.sql`coalesce(
    (SELECT carts_until FROM figure_states WHERE store_id = ${storeId}::uuid), '-infinity'::timestamptz)`
  const [row] = await sql.$queryRaw<CartCounts[]>`
    SELECT coalesce(sum(made), 0)::int AS made, coalesce(sum(ordered), 0)::int AS ordered FROM (
      SELECT made, ordered FROM cart_spans
      WHERE store_id = ${storeId}::uuid AND start >= ${from}::timestamptz
        AND start < least(${until}::timestamptz, ${counted})
      UNION ALL
      SELECT count(*), count(ordered_at)
      ${cartsMadeIn(storeId, Prisma.sql`greatest(${from}::timestamptz, ${counted})`, Prisma.sql`${until}::timestamptz`)}
    ) AS counted`
  return row ?? { made: 0, ordered: 0 }
}
