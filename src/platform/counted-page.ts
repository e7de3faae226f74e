import { type Connection, type Keyset, type PageArgs, type PageQuery, pageCost, pageSize } from './pagination.ts'

/** Most entries in one page of the owner's lists. */
export const MAX_PAGE = 100

/** The most entries of a list that are counted. The count of a longer list is one more, whatever its length. */
export const MOST_COUNTED = 10_000

/** The query cost of a page of an owner's list. */
export const ownerPageCost = pageCost(MAX_PAGE)

/** Arguments of a page of a list that can be counted. */
export interface CountedPageArgs extends PageArgs {
  /** Whether the request selects the count. */
  asksCount?: boolean | undefined
}

/** A page of a list, with a function that counts the whole list up to MOST_COUNTED + 1. */
export interface CountedConnection<Row> extends Connection<Row> {
  countAll: () => Promise<number>
}

/**
 * Makes `countAll` of a function that counts. When the request selects the count, counting starts at once, so that the
 * page can be read at the same time; otherwise it starts when `countAll` is called.
 */
export function countingAll(count: () => Promise<number>, { asksCount }: CountedPageArgs): () => Promise<number> {
  if (!asksCount) return count
  const counted = count()
  // When the page cannot be read, nobody awaits the count, and its failure must not end the process.
  counted.catch(() => {})
  return () => counted
}

/**
 * Reads one page of an owner's list. The whole list is counted only when the client asks for the count.
 * @throws Problem BAD_USER_INPUT when `first` or `after` is invalid
 */
export async function countedPage<Row extends object>(
  order: Keyset,
  args: CountedPageArgs,
  list: {
    read: (page: PageQuery) => Promise<Row[]>
    /** Counts at most `take` rows: the first ones, because the list's index finds those. */
    count: (first: Pick<PageQuery, 'orderBy' | 'take'>) => Promise<number>
  },
): Promise<CountedConnection<Row>> {
  const size = pageSize(args, MAX_PAGE)
  const countAll = countingAll(() => list.count({ orderBy: order.orderBy, take: MOST_COUNTED + 1 }), args)
  const rows = await order.read(args.after, size + 1, list.read)
  return { ...order.connection(rows, size, args), countAll }
}
