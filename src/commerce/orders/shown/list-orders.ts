import type { Context } from '../../../api/context.ts'
import type { Customer } from '../../../generated/prisma/client.ts'
import { type Connection, newestFirst, type PageArgs } from '../../../platform/pagination.ts'
import type { ShownOrder } from './shown-order.ts'
import { firstOrders, ordersBehind } from './shown-orders.sql.ts'

export const MAX_ORDERS = 100

export function listOrders(
  { services, store }: Context,
  customer: Pick<Customer, 'id'>,
  args: PageArgs,
): Promise<Connection<ShownOrder>> {
  return newestFirst.page(args, MAX_ORDERS, (limit, after) =>
    services.db.sql.read(after.length > 0 ? ordersBehind : firstOrders, store.id, customer.id, limit, ...after),
  )
}
