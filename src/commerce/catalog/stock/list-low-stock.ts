import type { Context } from '../../../api/context.ts'
import { type CountedConnection, type CountedPageArgs, countingAll, MAX_PAGE } from '../../../platform/counted-page.ts'
import { createKeyset } from '../../../platform/pagination.ts'
import { countLowStock, type LowStock, readLowStock } from './low-stock.sql.ts'

const leastFirst = createKeyset(
  { name: 'stock', kind: 'int', direction: 'asc' },
  { name: 'id', kind: 'uuid', direction: 'asc' },
)

/** At or below the store's threshold, the least first. @throws Problem BAD_USER_INPUT */
export async function listLowStock(
  { services, store }: Pick<Context, 'services' | 'store'>,
  args: CountedPageArgs,
): Promise<CountedConnection<LowStock>> {
  const { sql } = services.db
  const { id: storeId, lowStockThreshold: threshold } = store
  const countAll = countingAll(() => countLowStock(sql, storeId, threshold), args)
  const page = await leastFirst.page(args, MAX_PAGE, (take, after) =>
    readLowStock(sql, storeId, { threshold, take, after }),
  )
  return { ...page, countAll }
}
