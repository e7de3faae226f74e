import type { Prisma } from '../../generated/prisma/client.ts'
import type { PersonScope } from '../customers/person.ts'

const PAGE = 1_000

/** Oldest first, in pages. */
export async function* pointsOf(
  { services, store }: PersonScope,
  customerIds: readonly string[],
): AsyncGenerator<object[]> {
  const ofTheirs = { storeId: store.id, customerId: { in: [...customerIds] } }
  let after: string | undefined
  for (;;) {
    const entries = await services.db.prisma.loyaltyEntry.findMany({
      where: { ...ofTheirs, ...(after && { id: { gt: after } }) },
      orderBy: { id: 'asc' },
      take: PAGE,
      select: {
        id: true,
        kind: true,
        points: true,
        balanceAfter: true,
        reason: true,
        createdAt: true,
        order: { select: { orderNo: true } },
      },
    })
    yield entries.map(({ kind, points, balanceAfter, reason, createdAt, order }) => ({
      kind: kind.toLowerCase(),
      points,
      balance_after: balanceAfter,
      reason,
      order_no: order?.orderNo ?? null,
      created_at: createdAt.toISOString(),
    }))
    after = entries.at(-1)?.id
    if (entries.length < PAGE) return
  }
}

/** Of deleted customers, with holds. */
export async function deleteLedgers(
  tx: Prisma.TransactionClient,
  storeId: string,
  customerIds: readonly string[],
): Promise<void> {
  await tx.loyaltyEntry.deleteMany({ where: { storeId, customerId: { in: [...customerIds] } } })
}
