import { z } from 'zod'
import { newestFirst } from '../../../platform/pagination.ts'
import { csvExport, EXPORT_PAGE } from '../../owners/export/csv-export.ts'
import { day, flag, moment, oneOf, words } from '../../owners/export/export-query.ts'
import { momentOf } from '../../stores/typed-moment.ts'
import { OrderStatus, PaymentStatus } from '../status/order-status.ts'
import { orderList } from './list-store-orders.ts'
import { readOrders } from './order-filter.sql.ts'
import { itemColumns, itemRows, orderColumns, orderRow } from './order-rows.ts'

const query = z.object({
  rows: z
    .enum(['orders', 'items'], { error: 'must be one of: orders, items' })
    .optional()
    .meta({ description: 'Whether to write one row per order or one row per item.' }),
  search: words.meta({ description: 'As in the list of orders.' }),
  status: oneOf(OrderStatus).meta({ description: 'Only orders with this status.' }),
  payment_status: oneOf(PaymentStatus).meta({ description: 'Only orders with this payment status.' }),
  payment_method: words.meta({ description: 'Only orders with this payment method of the store, by its code.' }),
  delivery_method: words.meta({ description: 'Only orders with this delivery method, by its code.' }),
  zone: words.meta({ description: 'Only orders to this delivery zone, by its code.' }),
  delivery_day: day.meta({ description: 'Only orders that were promised for this day, such as 2026-01-31.' }),
  order_nos: words.meta({ description: 'Only these orders, by their numbers with commas between them; at most 100.' }),
  needs_attention: flag.meta({ description: 'Only orders that need attention, or only others.' }),
  to_collect: flag.meta({ description: 'Only orders whose payment is still to be collected, or only others.' }),
  customer_id: words.meta({ description: 'Only orders of this customer.' }),
  guest_phone: words.meta({ description: 'Only orders without an account, with this phone number in any spelling.' }),
  from: moment.meta({
    description: 'Only orders placed at or after this time: a timestamp, or a day in the store’s time zone.',
  }),
  until: moment.meta({ description: 'Only orders placed before this time: a timestamp, or the beginning of a day.' }),
})

/** Newest first, without orders placed after the start. */
export const exportOrders = csvExport({
  scope: 'orders',
  columns: ({ rows }) => (rows === 'items' ? itemColumns : orderColumns),
  query,
  async *pages({ services: { db }, store }, { rows, from, until, ...filter }) {
    const { find } = orderList(db.prisma, store.id, {
      search: filter.search,
      status: filter.status,
      paymentStatus: filter.payment_status,
      paymentMethod: filter.payment_method,
      deliveryMethod: filter.delivery_method,
      zone: filter.zone,
      deliveryDay: filter.delivery_day,
      orderNos: filter.order_nos?.split(',').map((orderNo) => orderNo.trim()),
      needsAttention: filter.needs_attention,
      toCollect: filter.to_collect,
      customerId: filter.customer_id,
      guestPhone: filter.guest_phone,
      placedFrom: momentOf(from, store),
      placedUntil: momentOf(until, store),
    })
    let cursor: string | null = null
    do {
      const { ids, stoppedAt } = await find(cursor, EXPORT_PAGE)
      const page = ids.length > 0 ? await readOrders(db.sql, store.id, ids) : []
      yield rows === 'items' ? page.flatMap(itemRows) : page.map(orderRow)
      const last = ids.length === EXPORT_PAGE ? page.at(-1) : stoppedAt
      cursor = last ? newestFirst.cursorOf(last) : null
    } while (cursor !== null)
  },
})
