import { type Connection, type Keyset, type PageArgs, pageCost, pageSize } from './pagination.ts'

/** Most entries in one page of the owner's lists. */
export const MAX_PAGE = 100

/** The query cost of a page of an owner's list. */
export const ownerPageCost = pageCost(MAX_PAGE)

/** A page of a list, with a function that counts the whole list. */
export interface CountedConnection<Row> extends Connection<Row> {
  countAll: () => Promise<number>
}

/** The query for one page, as a list's `read` receives it. */
export interface PageQuery {
  /** Selects the rows after the cursor. Combine it with the list's own conditions. */
  behind: { AND?: Record<string, unknown>[] }
  orderBy: Record<string, 'asc' | 'desc'>[]
  take: number
}

/**
 * Reads one page of an owner's list. The whole list is counted only when the client asks for the count.
 * @throws Problem BAD_USER_INPUT when `first` or `after` is invalid
 */
export async function countedPage<Row extends object>(
  order: Keyset,
  args: PageArgs,
  list: { read: (page: PageQuery) => Promise<Row[]>; count: () => Promise<number> },
): Promise<CountedConnection<Row>> {
  const size = pageSize(args, MAX_PAGE)
  const rows = await list.read({ behind: order.after(args.after), orderBy: order.orderBy, take: size + 1 })
  return { ...order.connection(rows, size, args), countAll: list.count }
}
