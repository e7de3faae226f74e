import type { Context } from '../../graphql/context.ts'
import { storeStatement } from '../../platform/database/store-statement.ts'
import { orderNotFound } from '../order-number.ts'
import { type ShownOrder, shownColumns } from './shown-order.ts'

const byId = storeStatement<ShownOrder>(
  'order by its id',
  `SELECT ${shownColumns} FROM orders WHERE store_id = $1 AND id = $2`,
)

/** For its buyer. @throws Problem NOT_FOUND */
export async function getShownOrder({ services, store }: Context, id: string): Promise<ShownOrder> {
  const [order] = await services.db.sql.read(byId, store.id, id)
  if (!order) throw orderNotFound()
  return order
}
