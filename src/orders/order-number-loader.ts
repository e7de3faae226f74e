import { defineLoader } from '../gateway/loader.ts'

/** The number of an order of the store, by its id. Those of many orders come in one statement. */
export const orderNumbers = defineLoader<string, string | null>(async ({ services, store }, ids) => {
  const orders = await services.prisma.order.findMany({
    where: { storeId: store.id, id: { in: [...ids] } },
    select: { id: true, orderNo: true },
  })
  const numbers = new Map(orders.map(({ id, orderNo }) => [id, orderNo]))
  return ids.map((id) => numbers.get(id) ?? null)
})
