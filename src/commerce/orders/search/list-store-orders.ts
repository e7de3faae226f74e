import type { Context } from '../../../api/context.ts'
import { defineLoader } from '../../../api/graphql/schema/loader.ts'
import type { Order, PrismaClient } from '../../../generated/prisma/client.ts'
import { type CountedConnection, type CountedPageArgs, countingAll, MAX_PAGE } from '../../../platform/counted-page.ts'
import { newestFirst, pageSize } from '../../../platform/pagination.ts'
import { orderNotFound, orderNumberOf } from '../order-number.ts'
import { countOrders, idsOfPage, type OrderFilter, orderConditions } from './order-filter.sql.ts'
import { countFoundOrders, type FoundOrders, findOrders, orderSearch } from './search-orders.sql.ts'

type OrderQuery = { include?: { items?: boolean | object; customer?: boolean | object } }

/** A page of a search may be short although more follow. @throws Problem BAD_USER_INPUT, NOT_FOUND */
export async function listStoreOrders(
  {
    services: {
      db: { prisma },
    },
    store,
  }: Pick<Context, 'services' | 'store'>,
  args: OrderFilter & CountedPageArgs,
  query: OrderQuery = {},
): Promise<CountedConnection<Order>> {
  const size = pageSize(args, MAX_PAGE)
  const { find, count } = orderList(prisma, store.id, args)
  const countAll = countingAll(count, args)
  const { ids, stoppedAt } = await find(args.after, size + 1)
  const rows = await prisma.order.findMany({
    ...query,
    where: { storeId: store.id, id: { in: ids } },
    orderBy: newestFirst.orderBy,
  })
  return { ...newestFirst.connection(rows, size, args, stoppedAt), countAll }
}

interface OrderList {
  find: (after: string | null | undefined, take: number) => Promise<FoundOrders>
  count: () => Promise<number>
}

/** @throws Problem BAD_USER_INPUT, NOT_FOUND */
export function orderList(prisma: PrismaClient, storeId: string, filter: OrderFilter): OrderList {
  const search = orderSearch(storeId, filter)
  if (search) {
    return {
      find: (after, take) => findOrders(prisma, search, after, take),
      count: () => countFoundOrders(prisma, search),
    }
  }
  const conditions = orderConditions(storeId, filter)
  return {
    find: async (after, take) => ({ ids: await idsOfPage(prisma, conditions, after, take), stoppedAt: null }),
    count: () => countOrders(prisma, conditions),
  }
}

/** @throws Problem NOT_FOUND */
export async function getStoreOrder(
  { services, store }: Pick<Context, 'services' | 'store'>,
  orderNo: string,
  query: OrderQuery = {},
): Promise<Order> {
  const order = await services.db.prisma.order.findFirst({
    ...query,
    where: { storeId: store.id, orderNo: orderNumberOf(orderNo) },
  })
  if (!order) throw orderNotFound()
  return order
}

/** By id. Lookups of many orders share one statement. */
export const orderNumbers = defineLoader<string, string | null>(async ({ services, store }, ids) => {
  const orders = await services.db.prisma.order.findMany({
    where: { storeId: store.id, id: { in: [...ids] } },
    select: { id: true, orderNo: true },
  })
  const numbers = new Map(orders.map(({ id, orderNo }) => [id, orderNo]))
  return ids.map((id) => numbers.get(id) ?? null)
})
