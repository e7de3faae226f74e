import type { Context } from '../../api/context.ts'
import { defineLoader } from '../../api/graphql/schema/loader.ts'
import type { Customer, Prisma } from '../../generated/prisma/client.ts'
import { type CountedConnection, type CountedPageArgs, countedRows } from '../../platform/counted-page.ts'
import { foundRows } from '../../platform/database/found-rows.sql.ts'
import type { Subunits } from '../../platform/money.ts'
import { newestFirst } from '../../platform/pagination.ts'
import { Problem } from '../../platform/problem.ts'
import { searchText } from '../../platform/text/search-text.ts'
import { isUuid } from '../../platform/uuid.ts'
import { customersWith } from './customers.sql.ts'

type Scope = Pick<Context, 'services' | 'store'>

/** Newest first. `search` finds parts of the name, phone or address, in any spelling. @throws Problem BAD_USER_INPUT */
export async function listCustomers(
  { services, store }: Scope,
  { search, ...page }: CountedPageArgs & { search?: string | null | undefined },
): Promise<CountedConnection<Customer>> {
  const { prisma } = services.db
  const text = searchText(search)
  if (text === null) return countedRows(newestFirst, page, prisma.customer, { storeId: store.id })
  return foundRows(newestFirst, page, {
    sql: prisma,
    table: 'customers',
    storeId: store.id,
    conditions: [customersWith(text)],
    find: ({ where, orderBy }) => prisma.customer.findMany({ where: { storeId: store.id, ...where }, orderBy }),
  })
}

/** @throws Problem NOT_FOUND */
export async function getCustomer({ services, store }: Scope, id: string): Promise<Customer> {
  const customer = isUuid(id) ? await services.db.prisma.customer.findFirst({ where: { storeId: store.id, id } }) : null
  if (!customer) throw customerNotFound()
  return customer
}

export const customerNotFound = () => new Problem('NOT_FOUND', 'Customer not found', { reason: 'CUSTOMER_NOT_FOUND' })

export interface Purchases {
  orders: number
  spent: Subunits
}

export const noPurchases: Purchases = { orders: 0, spent: 0n }

/** Paid orders, not refunded ones. Lookups of many customers share one statement. */
export const purchasesOf = (context: Context, customerId: string): Promise<Purchases> =>
  purchases(context).load(customerId)

const purchases = defineLoader<string, Purchases>(async ({ services, store }, customerIds) => {
  const found = await readPurchases(services.db.prisma, store.id, customerIds)
  return customerIds.map((id) => found.get(id) ?? noPurchases)
})

/** By customer; only of those who have some. */
export async function readPurchases(
  { order }: Pick<Prisma.TransactionClient, 'order'>,
  storeId: string,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string | null, Purchases>> {
  const rows = await order.groupBy({
    by: ['customerId'],
    where: { storeId, customerId: { in: [...customerIds] }, paymentStatus: 'PAID' },
    _count: { _all: true },
    _sum: { total: true },
  })
  return new Map(
    rows.map(({ customerId, _count, _sum }) => [customerId, { orders: _count._all, spent: _sum.total ?? 0n }]),
  )
}
