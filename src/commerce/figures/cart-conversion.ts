import type { OwnerContext } from '../../api/context.ts'
import type { Period } from './buckets.ts'
import { type CartCounts, countCarts } from './cart-conversion.sql.ts'
import { checkPeriod } from './period.ts'

/** @throws Problem BAD_USER_INPUT */
export async function cartConversion(
  { services, store }: Pick<OwnerContext, 'services' | 'store'>,
  period: Period,
): Promise<CartCounts> {
  checkPeriod(period)
  return countCarts(services.db.sql, store.id, period)
}
