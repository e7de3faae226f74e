import { type Connection, type Keyset, type PageArgs, pageCost, pageSize } from './pagination.ts'

/** How many entries of one of the owner's lists a page has at most. */
export const MAX_PAGE = 100

/** What a page of an owner's list costs in a GraphQL document. */
export const ownerPageCost = pageCost(MAX_PAGE)

/** A page that can also count the whole list. */
export interface CountedConnection<Row> extends Connection<Row> {
  countAll: () => Promise<number>
}

/** What a page asks of the database. */
export interface PageQuery {
  /** The rows behind the cursor: to be met along with the list's own conditions (`AND`). */
  behind: { AND?: Record<string, unknown>[] }
  orderBy: Record<string, 'asc' | 'desc'>[]
  take: number
}

/** A page of a list of the owner's; the whole is counted only when that is asked. @throws Problem BAD_USER_INPUT */
export async function countedPage<Row extends object>(
  order: Keyset,
  args: PageArgs,
  list: { read: (page: PageQuery) => Promise<Row[]>; count: () => Promise<number> },
): Promise<CountedConnection<Row>> {
  const size = pageSize(args, MAX_PAGE)
  const rows = await list.read({ behind: order.after(args.after), orderBy: order.orderBy, take: size + 1 })
  return { ...order.connection(rows, size, args), countAll: list.count }
}
