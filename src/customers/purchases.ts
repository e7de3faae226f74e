import type { Context } from '../graphql/context.ts'
import { defineLoader } from '../graphql/schema/loader.ts'
import type { Subunits } from '../platform/money.ts'

export interface Purchases {
  orders: number
  spent: Subunits
}

/** Counts the customer's paid orders without refunded ones. Lookups for many customers share one statement. */
export const purchasesOf = (context: Context, customerId: string): Promise<Purchases> =>
  purchases(context).load(customerId)

const purchases = defineLoader<string, Purchases>(async ({ services, store }, customerIds) => {
  const rows = await services.db.prisma.order.groupBy({
    by: ['customerId'],
    where: { storeId: store.id, customerId: { in: [...customerIds] }, paymentStatus: 'PAID' },
    _count: { _all: true },
    _sum: { total: true },
  })
  const found = new Map(rows.map(({ customerId, _count, _sum }) => [customerId, { _count, _sum }]))
  return customerIds.map((id) => {
    const { _count, _sum } = found.get(id) ?? {}
    return { orders: _count?._all ?? 0, spent: _sum?.total ?? 0n }
  })
})
