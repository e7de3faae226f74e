import type { Customer } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { storeStatement } from '../../platform/database/store-statement.ts'
import { type Connection, newestFirst, type PageArgs, pageSize } from '../../platform/pagination.ts'
import { type ShownOrder, shownColumns } from './shown-order.ts'

export const MAX_ORDERS = 100

const ofCustomer = `SELECT ${shownColumns} FROM orders WHERE store_id = $1 AND customer_id = $2`
const NEWEST = 'ORDER BY created_at DESC, id DESC LIMIT $3'

const first = storeStatement<ShownOrder>('orders', `${ofCustomer} ${NEWEST}`)
const behind = storeStatement<ShownOrder>(
  'orders behind a cursor',
  `${ofCustomer} AND (created_at, id) < ($4::timestamptz, $5::uuid) ${NEWEST}`,
)

export async function listOrders(
  { services, store }: Context,
  customer: Pick<Customer, 'id'>,
  args: PageArgs,
): Promise<Connection<ShownOrder>> {
  const size = pageSize(args, MAX_ORDERS)
  const rows = args.after
    ? await services.db.sql.read(behind, store.id, customer.id, size + 1, ...newestFirst.decode(args.after))
    : await services.db.sql.read(first, store.id, customer.id, size + 1)
  return newestFirst.connection(rows, size, args)
}
