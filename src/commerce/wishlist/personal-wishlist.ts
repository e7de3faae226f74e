import type { Prisma } from '../../generated/prisma/client.ts'
import type { PersonScope } from '../customers/person.ts'

/** More than a customer can see of their wishlist. */
const MOST = 10_000

/** Newest first. */
export async function wishlistOf({ services, store }: PersonScope, customerIds: readonly string[]): Promise<object[]> {
  const items = await services.db.prisma.wishlistItem.findMany({
    where: { storeId: store.id, customerId: { in: [...customerIds] } },
    orderBy: [{ createdAt: 'desc' }, { productId: 'desc' }],
    take: MOST,
    select: { productId: true, createdAt: true, product: { select: { name: true } } },
  })
  return items.map(({ productId, createdAt, product }) => ({
    product_id: productId,
    name: product.name,
    created_at: createdAt.toISOString(),
  }))
}

export async function deleteWishlists(
  tx: Prisma.TransactionClient,
  storeId: string,
  customerIds: readonly string[],
): Promise<number> {
  return (await tx.wishlistItem.deleteMany({ where: { storeId, customerId: { in: [...customerIds] } } })).count
}
