import { type Customer, Prisma } from '../generated/prisma/client.ts'
import type { SqlClient } from '../platform/database/sql.ts'

/** Reads the customer's balance and locks it until the transaction ends. */
export async function lockPoints(tx: SqlClient, { storeId, id }: Pick<Customer, 'storeId' | 'id'>): Promise<number> {
  const [row] = await tx.$queryRaw<{ points: number }[]>`
    SELECT points FROM customers WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`
  return row?.points ?? 0
}

/** Points that the customer's pending orders hold. */
export async function heldPoints(
  db: Prisma.TransactionClient,
  { storeId, id }: Pick<Customer, 'storeId' | 'id'>,
  now: Date,
): Promise<number> {
  const { _sum } = await db.pointsHold.aggregate({
    where: { storeId, customerId: id, expiresAt: { gt: now } },
    _sum: { points: true },
  })
  return _sum.points ?? 0
}

/** What a customer may redeem: the balance, less what pending orders hold. */
export interface Points {
  balance: number
  held: number
}

/** Selects the customer's `Points` in one value. */
export const pointsAsJson = (storeId: string, customerId: string, now: Date): Prisma.Sql => Prisma.sql`(
  SELECT json_build_object('balance', points, 'held', (
    SELECT coalesce(sum(points), 0) FROM points_holds
    WHERE store_id = ${storeId}::uuid AND customer_id = ${customerId}::uuid AND expires_at > ${now}::timestamptz
  ))
  FROM customers WHERE store_id = ${storeId}::uuid AND id = ${customerId}::uuid
)`
