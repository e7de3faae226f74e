import { createHash } from 'node:crypto'
import { phoneIdentity } from '../customers/phone.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { limitKey } from '../platform/client-address.ts'

/** Who answers for what an unpaid order holds: its customer or, of a guest, the client's address; and its phone. */
export function holdersOf({
  customerId,
  phone,
  ip,
}: {
  customerId: string | null
  phone: string
  ip: string
}): string[] {
  const digits = phoneIdentity(phone)
  return [
    customerId === null ? `address:${limitKey(ip)}` : customerHolder(customerId),
    ...(digits === '' ? [] : [`phone:${digits}`]),
  ]
}

export const customerHolder = (customerId: string): string => `customer:${customerId}`

/** What unpaid orders hold of one buyer; where several holders stand for the buyer, the most that one of them has. */
export interface Holdings {
  orders: number
  /** By `poolKey`. */
  units: ReadonlyMap<string, number>
  /** By the discount's id. */
  discountUses: ReadonlyMap<string, number>
}

export const noHoldings: Holdings = { orders: 0, units: new Map(), discountUses: new Map() }

/**
 * What the holders have, who stay locked until the transaction ends: of two checkouts of one buyer the second sees what
 * the first one holds. Whoever locks holders does so before any counter.
 */
export async function lockHoldings(
  tx: Prisma.TransactionClient,
  storeId: string,
  holders: readonly string[],
  now: Date,
): Promise<Holdings> {
  const keys = holders.map((holder) => lockKey(storeId, holder)).sort((a, b) => (a < b ? -1 : 1))
  await tx.$queryRaw`SELECT count(pg_advisory_xact_lock(key)) FROM unnest(${keys}::bigint[]) AS key`
  return findHoldings(tx, storeId, holders, now)
}

/** What the holders have now, without a lock. One statement. */
export async function findHoldings(
  db: Prisma.TransactionClient,
  storeId: string,
  holders: readonly string[],
  now: Date,
): Promise<Holdings> {
  const rows = await db.$queryRaw<{ kind: 'orders' | 'units' | 'uses'; id: string; held: number }[]>`
    WITH held AS (
      SELECT holder, order_id FROM order_holders
      WHERE store_id = ${storeId}::uuid AND holder = ANY(${[...holders]}::text[]) AND expires_at > ${now}
    ), counts AS (
      SELECT 'orders' AS kind, NULL AS id, count(*) AS held FROM held GROUP BY holder
      UNION ALL
      SELECT 'units', coalesce(variant_id, product_id), sum(qty)
      FROM held JOIN stock_holds USING (order_id) WHERE store_id = ${storeId}::uuid
      GROUP BY holder, coalesce(variant_id, product_id)
      UNION ALL
      SELECT 'uses', discount_id, count(*)
      FROM held JOIN discount_uses USING (order_id) WHERE store_id = ${storeId}::uuid
      GROUP BY holder, discount_id
    )
    SELECT kind, coalesce(id::text, '') AS id, max(held)::int AS held FROM counts GROUP BY kind, id`
  const of = (kind: string) => new Map(rows.filter((row) => row.kind === kind).map(({ id, held }) => [id, held]))
  return { orders: of('orders').get('') ?? 0, units: of('units'), discountUses: of('uses') }
}

/** What PostgreSQL locks in the name of a holder, who has no row to be locked before the first order. */
const lockKey = (storeId: string, holder: string): bigint =>
  createHash('sha256').update(`${storeId} ${holder}`).digest().readBigInt64BE()
