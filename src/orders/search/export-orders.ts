import { z } from 'zod'
import type { Store } from '../../generated/prisma/client.ts'
import { csvExport, EXPORT_PAGE, inPages } from '../../owners/export/csv-export.ts'
import { newestFirst } from '../../platform/pagination.ts'
import { Problem } from '../../platform/problem.ts'
import { isStorableMoment, momentText } from '../../platform/time.ts'
import { firstMomentOf } from '../../stores/store-day.ts'
import { OrderStatus, PaymentStatus } from '../status/order-status.ts'
import { idsOfPage, orderConditions, readOrders } from './order-filter.sql.ts'
import { itemColumns, itemRows, orderColumns, orderRow } from './order-rows.ts'

const oneOf = <Value extends string>(values: Record<string, Value>) =>
  z
    .preprocess(
      (given) => (typeof given === 'string' ? given.toUpperCase() : given),
      z.enum(values, { error: `must be one of: ${Object.values(values).join(', ').toLowerCase()}` }),
    )
    .optional()

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = z.union([momentText(''), z.iso.date({ abort: true })], {
  error: 'from and until must be a day such as 2026-01-31, or a moment such as 2026-01-31T12:00:00Z',
})

const query = z.object({
  rows: z
    .enum(['orders', 'items'], { error: 'must be one of: orders, items' })
    .optional()
    .meta({ description: 'Whether to write one row per order or one row per item.' }),
  status: oneOf(OrderStatus).meta({ description: 'Only orders with this status.' }),
  payment_status: oneOf(PaymentStatus).meta({ description: 'Only orders with this payment status.' }),
  from: moment.optional().meta({
    description: 'Only orders placed at or after this time: a timestamp, or a day in the store’s time zone.',
  }),
  until: moment
    .optional()
    .meta({ description: 'Only orders placed before this time: a timestamp, or the beginning of a day.' }),
})

/** A moment, or a day's start in the store's time zone. @throws Problem BAD_USER_INPUT */
const momentOf = (text: string | undefined, { timeZone }: Store): Date | null => {
  if (text === undefined) return null
  const moment = day.test(text) ? firstMomentOf(text, timeZone) : new Date(text)
  if (isStorableMoment(moment)) return moment
  throw new Problem('BAD_USER_INPUT', 'from and until must be in the years 1 to 9999 in UTC')
}

/** Newest first, without orders placed after the start. */
export const exportOrders = csvExport({
  scope: 'orders',
  columns: ({ rows }) => (rows === 'items' ? itemColumns : orderColumns),
  query,
  async *pages(
    {
      services: {
        db: { sql },
      },
      store,
    },
    { rows, status, payment_status: paymentStatus, from, until },
  ) {
    const placed = { placedFrom: momentOf(from, store), placedUntil: momentOf(until, store) }
    const conditions = orderConditions(store.id, { status, paymentStatus, ...placed })
    const pages = inPages(newestFirst, async (cursor) =>
      readOrders(sql, store.id, await idsOfPage(sql, conditions, cursor, EXPORT_PAGE)),
    )
    for await (const page of pages) yield rows === 'items' ? page.flatMap(itemRows) : page.map(orderRow)
  },
})
