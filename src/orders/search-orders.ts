import { Prisma, type PrismaClient } from '../generated/prisma/client.ts'
import { inputRules, optional, parseOrTellFirst } from '../platform/input/first-mistake.ts'
import { labelledText } from '../platform/input/labelled-text.ts'
import { behindCursor, type OrderConditions, type OrderFilter, orderConditions } from './order-filter.ts'

/** How far a search goes. */
export interface SearchReach {
  /** So many of the newest orders are looked through before the index is asked: words of many orders fill a page here. */
  newest: number
  /** No statement reads more orders, nor are more counted. */
  most: number
}

export const SEARCH_REACH: SearchReach = { newest: 1_000, most: 10_000 }

/** What is searched for in a store. */
export interface OrderSearch {
  storeId: string
  /** The rest of the filter, as `orderConditions` makes it. */
  conditions: OrderConditions
  /** Whether an order has the words. */
  hasWords: Prisma.Sql
  reach: SearchReach
}

/** A place in the list of orders, newest first. */
export interface OrderPlace {
  createdAt: Date
  id: string
}

export interface FoundOrders {
  ids: string[]
  /** The last order that was looked at, when there may be more behind it that fit; null when there are none. */
  stoppedAt: OrderPlace | null
}

/** What conditions and words are about. */
const filtered = Prisma.sql`id, created_at, store_id, status, payment_status, needs_attention, customer_id, order_no,
  buyer_phone_digits, buyer_name, buyer_email`

const searchRules = inputRules({
  required: [],
  missing: '',
  fields: { search: optional(labelledText({ label: 'Search', max: 255, trim: true })) },
})

/** What the filter searches for; null when that is nothing. @throws Problem BAD_USER_INPUT, NOT_FOUND */
export function orderSearch(
  storeId: string,
  filter: OrderFilter,
  reach: SearchReach = SEARCH_REACH,
): OrderSearch | null {
  const { search } = parseOrTellFirst(searchRules, filter)
  if (search === undefined) return null
  const hasWords = Prisma.sql`order_words(store_id, order_no, buyer_phone_digits, buyer_name, buyer_email)
    @@ lower(${searchQuery(storeId, search)})::tsquery`
  return { storeId, conditions: orderConditions(storeId, filter), hasWords, reach }
}

/**
 * A page of those orders that have the words, newest first. The index finds rare words, but it knows no order: whatever
 * it finds has to be read. Words of many orders are found by looking through the orders themselves, which for each page
 * goes no further than `reach.most`.
 */
export async function findOrders(
  prisma: PrismaClient,
  search: OrderSearch,
  after: string | null | undefined,
  take: number,
): Promise<FoundOrders> {
  const newest = await lookThrough(prisma, search, { after, take, atMost: search.reach.newest })
  if (newest.stoppedAt === null) return newest
  const rare = await findByIndex(prisma, search, after, take)
  return rare ?? lookThrough(prisma, search, { after, take, atMost: search.reach.most })
}

/** Looks at orders one by one, the newest first, until the page is full or so many were looked at. */
async function lookThrough(
  prisma: PrismaClient,
  { conditions, hasWords }: OrderSearch,
  { after, take, atMost }: { after: string | null | undefined; take: number; atMost: number },
): Promise<FoundOrders> {
  const listed = Prisma.sql`FROM orders WHERE ${conditions.indexed} ${behindCursor(after)} ORDER BY created_at DESC, id DESC`
  const rows = await prisma.$queryRaw<(OrderPlace & { isLast: boolean })[]>`
    (
      SELECT id, created_at AS "createdAt", false AS "isLast" FROM (
        SELECT ${filtered} ${listed} LIMIT ${atMost}
      ) AS listed
      WHERE ${conditions.others} AND ${hasWords} ORDER BY created_at DESC, id DESC LIMIT ${take}
    )
    UNION ALL
    (SELECT id, created_at, true ${listed} OFFSET ${atMost - 1} LIMIT 1)`
  const ids = rows.filter(({ isLast }) => !isLast).map(({ id }) => id)
  return { ids, stoppedAt: ids.length === take ? null : (rows.find(({ isLast }) => isLast) ?? null) }
}

/** A page of what the index finds; null when that is more than the search reaches. */
async function findByIndex(
  prisma: PrismaClient,
  search: OrderSearch,
  after: string | null | undefined,
  take: number,
): Promise<FoundOrders | null> {
  const [row] = await prisma.$queryRaw<{ found: number; ids: string[] }[]>`
    ${withFound(search)}
    SELECT (SELECT count(*)::int FROM found) AS found, ARRAY(
      SELECT id FROM found WHERE ${search.conditions.indexed} AND ${search.conditions.others} ${behindCursor(after)}
      ORDER BY created_at DESC, id DESC LIMIT ${take}
    ) AS ids`
  return row && row.found <= search.reach.most ? { ids: row.ids, stoppedAt: null } : null
}

/**
 * How many orders have the words and meet the conditions, where either the words or the indexed conditions leave no
 * more than the search reaches; otherwise one more than that.
 */
export async function countFoundOrders(prisma: PrismaClient, search: OrderSearch): Promise<number> {
  const { conditions, hasWords, reach } = search
  const [row] = await prisma.$queryRaw<{ found: number; fitting: number }[]>`
    ${withFound(search)}
    SELECT count(*)::int AS found,
      (count(*) FILTER (WHERE ${conditions.indexed} AND ${conditions.others}))::int AS fitting
    FROM found`
  if (row && row.found <= reach.most) return row.fitting
  const listed = Prisma.sql`FROM orders WHERE ${conditions.indexed} ORDER BY created_at DESC, id DESC`
  const [counted] = await prisma.$queryRaw<{ count: number }[]>`
    SELECT CASE WHEN EXISTS (SELECT 1 ${listed} OFFSET ${reach.most}) THEN ${reach.most + 1}::int ELSE (
      SELECT count(*)::int FROM (
        SELECT ${filtered} ${listed} LIMIT ${reach.most}
      ) AS listed WHERE ${conditions.others} AND ${hasWords}
    ) END AS count`
  return counted?.count ?? 0
}

/**
 * What the index finds in the store, and no more than shows that it is too much. PostgreSQL, which cannot know how rare
 * the beginning of a word is, would rather walk through all orders by their time. Here it plans to find all of them, for
 * which the index is best, and ends early, since such a part of a query is run only as far as it is read.
 */
const withFound = ({ storeId, hasWords, reach }: OrderSearch) => Prisma.sql`
  WITH having_words AS MATERIALIZED (
    SELECT ${filtered} FROM orders WHERE store_id = ${storeId}::uuid AND ${hasWords}
  ), found AS MATERIALIZED (SELECT * FROM having_words LIMIT ${reach.most + 1})`

/** Fewer digits are the end of too many phones. */
const FEWEST_DIGITS = 4

/** What is searched for, as a `tsquery` over `order_words`: each word begins one of the order's. */
function searchQuery(storeId: string, search: string): string {
  const beginning = (word: string) => `'${`${storeId.slice(-12)}/${word}`.replace(/['\\]/g, '$&$&')}':*`
  const digits = search.replace(/\D/g, '')
  if (digits.length >= FEWEST_DIGITS && /^[\d\s+().-]+$/.test(search)) {
    return `${beginning(`#${[...digits].reverse().join('')}`)} | ${beginning(search.replace(/\s+/g, ''))}`
  }
  return search
    .split(/\s+/)
    .map((word) => beginning(word))
    .join(' & ')
}
