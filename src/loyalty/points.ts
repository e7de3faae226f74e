import type { Customer, Prisma } from '../generated/prisma/client.ts'

/** Reads the customer's balance and locks it until the transaction ends. */
export async function lockPoints(
  tx: Prisma.TransactionClient,
  { storeId, id }: Pick<Customer, 'storeId' | 'id'>,
): Promise<number> {
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
