import { type Connection, type Keyset, type PageArgs, type PageQuery, pageCost, pageSize } from './pagination.ts'

export const MAX_PAGE = 100

/** Longer lists count as one more than this. */
export const MOST_COUNTED = 10_000

export const ownerPageCost = pageCost(MAX_PAGE)

export interface CountedPageArgs extends PageArgs {
  asksCount?: boolean | undefined
}

export interface CountedConnection<Row> extends Connection<Row> {
  countAll: () => Promise<number>
}

/** Starts counting at once when the request selects the count, so that the page is read at the same time. */
export function countingAll(count: () => Promise<number>, { asksCount }: CountedPageArgs): () => Promise<number> {
  if (!asksCount) return count
  const counted = count()
  // When the page cannot be read, nobody awaits the count, and its failure must not end the process.
  counted.catch(() => {})
  return () => counted
}

/** Reads one page of an owner's list. @throws Problem BAD_USER_INPUT when `first` or `after` is invalid */
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

type TableQuery = Pick<PageQuery, 'orderBy' | 'take'> & { where: object }

/** A table, as Prisma's client has it. */
interface Table<Row> {
  findMany(query: TableQuery): PromiseLike<Row[]>
  count(query: TableQuery): PromiseLike<number>
}

/**
 * The same of a table. Give `where` the type of its conditions.
 * @param query what else is selected
 */
export const countedRows = <Row extends object>(
  order: Keyset,
  args: CountedPageArgs,
  table: Table<Row>,
  where: object,
  query: object = {},
): Promise<CountedConnection<Row>> =>
  countedPage(order, args, {
    read: async ({ behind, ...page }) => table.findMany({ ...query, ...page, where: { AND: [where, behind] } }),
    count: async (first) => table.count({ where, ...first }),
  })
