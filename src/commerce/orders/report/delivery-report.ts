import type { OwnerContext } from '../../../api/context.ts'
import { Problem } from '../../../platform/problem.ts'
import { DAY_MS } from '../../../platform/time.ts'
import { type ReportedOrders, type ReportRow, readDeliveryReport } from './delivery-report.sql.ts'

export const MAX_DAYS = 366

/** Orders by how they are delivered or paid, the most frequent first. @throws Problem BAD_USER_INPUT */
export async function deliveryReport(
  { services, store }: Pick<OwnerContext, 'services' | 'store'>,
  { from, until, ...rest }: ReportedOrders,
): Promise<ReportRow[]> {
  if (until <= from) throw new Problem('BAD_USER_INPUT', 'until must be after from', { field: 'until' })
  if (until.getTime() - from.getTime() > MAX_DAYS * DAY_MS) {
    throw new Problem('BAD_USER_INPUT', `from and until must be at most ${MAX_DAYS} days apart`, { field: 'until' })
  }
  return readDeliveryReport(services.db.sql, store.id, { from, until, ...rest })
}
