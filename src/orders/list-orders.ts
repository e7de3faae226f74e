import type { Context } from '../gateway/context.ts'
import type { Customer, Order } from '../generated/prisma/client.ts'
import { type Connection, newestFirst, type PageArgs, pageSize } from '../platform/pagination.ts'

export const MAX_ORDERS = 100

/** Relations to include, taken from the GraphQL selection. */
export type OrderQuery = { include?: { items?: boolean | object; customer?: boolean | object } }

export async function listOrders(
  { services, store }: Context,
  customer: Customer,
  args: PageArgs,
  query: OrderQuery = {},
): Promise<Connection<Order>> {
  const size = pageSize(args, MAX_ORDERS)
  const rows = await services.prisma.order.findMany({
    ...query,
    where: { storeId: store.id, customerId: customer.id, ...newestFirst.after(args.after) },
    orderBy: newestFirst.orderBy,
    take: size + 1,
  })
  return newestFirst.connection(rows, size, args)
}
