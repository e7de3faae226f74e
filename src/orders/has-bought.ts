import type { Context } from '../graphql/context.ts'

/** Whether the customer has a paid order with the product. */
export async function hasBought({ services, store }: Context, customerId: string, productId: string): Promise<boolean> {
  const item = await services.db.prisma.orderItem.findFirst({
    where: { storeId: store.id, productId, order: { storeId: store.id, customerId, paymentStatus: 'PAID' } },
    select: { position: true },
  })
  return item !== null
}
