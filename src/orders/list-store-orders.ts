import type { Context } from '../gateway/context.ts'
import { type Order, Prisma, type PrismaClient } from '../generated/prisma/client.ts'
import { type CountedConnection, countedPage } from '../platform/counted-page.ts'
import { newestFirst, type PageArgs } from '../platform/pagination.ts'
import type { OrderQuery } from './list-orders.ts'
import { type OrderFilter, ordersWhere } from './order-filter.ts'
import { orderNotFound, orderNumberOf } from './order-number.ts'

/** A store's orders, newest first. @throws Problem BAD_USER_INPUT */
export function listStoreOrders(
  { services: { prisma }, store }: Pick<Context, 'services' | 'store'>,
  args: OrderFilter & PageArgs,
  query: OrderQuery = {},
): Promise<CountedConnection<Order>> {
  const where = ordersWhere(store.id, args)
  return countedPage(newestFirst, args, {
    async read({ take }) {
      return prisma.order.findMany({
        ...query,
        where: { storeId: store.id, id: { in: await idsOfPage(prisma, where, args.after, take) } },
        orderBy: newestFirst.orderBy,
      })
    },
    async count() {
      const [row] = await prisma.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count ${where}`
      return row?.count ?? 0
    },
  })
}

/** Which orders the page behind the cursor has. The index alone can answer it. */
export async function idsOfPage(
  prisma: PrismaClient,
  where: Prisma.Sql,
  after: string | null | undefined,
  take: number,
): Promise<string[]> {
  const [createdAt, id] = after ? newestFirst.decode(after) : []
  const behind = id ? Prisma.sql`AND (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)` : Prisma.empty
  const page = await prisma.$queryRaw<{ id: string }[]>`
    SELECT id ${where} ${behind} ORDER BY created_at DESC, id DESC LIMIT ${take}`
  return page.map((order) => order.id)
}

/** One of a store's orders. @throws Problem NOT_FOUND */
export async function getStoreOrder(
  { services, store }: Pick<Context, 'services' | 'store'>,
  orderNo: string,
  query: OrderQuery = {},
): Promise<Order> {
  const order = await services.prisma.order.findUnique({
    ...query,
    where: { storeId_orderNo: { storeId: store.id, orderNo: orderNumberOf(orderNo) } },
  })
  if (!order) throw orderNotFound()
  return order
}
