import { defineLoader } from '../graphql/schema/loader.ts'

/** An order's number by its id. Lookups for many orders share one statement. */
export const orderNumbers = defineLoader<string, string | null>(async ({ services, store }, ids) => {
  const orders = await services.db.prisma.order.findMany({
    where: { storeId: store.id, id: { in: [...ids] } },
    select: { id: true, orderNo: true },
  })
  const numbers = new Map(orders.map(({ id, orderNo }) => [id, orderNo]))
  return ids.map((id) => numbers.get(id) ?? null)
})
