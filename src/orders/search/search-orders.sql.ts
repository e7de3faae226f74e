import { phoneDigits } from '../../customers/phone.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { MOST_COUNTED } from '../../platform/counted-page.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../../platform/input/parse-input.ts'
import { typedCrockford } from '../../platform/text/crockford.ts'
import { spellings } from '../../platform/text/search-text.ts'
import { plainText } from '../../platform/text/typed-text.ts'
import { wholeOrderNumber } from '../order-number.ts'
import { behindCursor, type OrderConditions, type OrderFilter, orderConditions } from './order-filter.sql.ts'

// SQL, since a search goes by an index of words that Prisma does not know.

/** Limits on the work of one search. */
export interface SearchReach {
  /** How many of the newest orders are read before the index is used. A frequent word fills a page with these. */
  newest: number
  /** The most orders that a statement reads, and the highest count. */
  most: number
}

export const SEARCH_REACH: SearchReach = { newest: 1_000, most: MOST_COUNTED }

interface OrderSearch {
  storeId: string
  /** The other conditions of the filter, from `orderConditions`. */
  conditions: OrderConditions
  /** The SQL condition that an order contains the searched words. */
  hasWords: Prisma.Sql
  reach: SearchReach
}

/** A position in the list of orders. */
interface OrderPlace {
  createdAt: Date
  id: string
}

export interface FoundOrders {
  ids: string[]
  /** The last order that was read, if more matches may follow it; null when there are none. */
  stoppedAt: OrderPlace | null
}

/** The columns that the conditions and the search use. */
const filtered = Prisma.sql`id, created_at, store_id, status, payment_status, needs_attention, customer_id, order_no,
  buyer_phone_digits, buyer_name, buyer_email`

const searchRules = inputRules({
  required: [],
  missing: '',
  fields: { search: optional(labelledText({ label: 'Search', max: 255, trim: true })) },
})

/** Prepares the filter's search; null when it has none. @throws Problem BAD_USER_INPUT, NOT_FOUND */
export function orderSearch(
  storeId: string,
  filter: OrderFilter,
  reach: SearchReach = SEARCH_REACH,
): OrderSearch | null {
  const { search } = parseInput(searchRules, filter)
  if (search === undefined) return null
  const hasWords = containsWords(searchQuery(storeId, search))
  return { storeId, conditions: orderConditions(storeId, filter), hasWords, reach }
}

/**
 * A page of the orders that contain the words, newest first. The index is good for rare words, but it is not sorted by
 * time, so everything it finds has to be read. Frequent words are found by reading the orders from newest to oldest
 * instead, at most `reach.most` of them per page.
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

/** Reads orders from newest to oldest until the page is full or `atMost` orders are read. */
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

/** A page of the matches in the index; null when there are more than `reach.most`. */
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
 * Counts the orders that contain the words and meet the conditions, if either the words or the indexed conditions alone
 * leave at most `reach.most` orders; otherwise answers `reach.most + 1`.
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
 * The matches in the index, up to one more than the limit, which shows that there are too many. PostgreSQL cannot
 * estimate how rare a prefix is, and with a LIMIT it would rather scan all orders by time. The CTE is planned as if all
 * matches were needed, so that the index is used, but it only runs as far as it is read.
 */
const withFound = ({ storeId, hasWords, reach }: OrderSearch) => Prisma.sql`
  WITH having_words AS MATERIALIZED (
    SELECT ${filtered} FROM orders WHERE store_id = ${storeId}::uuid AND ${hasWords}
  ), found AS MATERIALIZED (SELECT * FROM having_words LIMIT ${reach.most + 1})`

/** Shorter digit sequences match the end of too many phone numbers. */
const FEWEST_DIGITS = 4

/** The SQL condition that the phone of an order ends with these digits, by the index of words. */
export const endsWithDigits = (storeId: string, digits: string): Prisma.Sql =>
  containsWords(beginning(storeId, `#${reversed(digits)}`))

const containsWords = (query: string): Prisma.Sql => Prisma.sql`
  order_words(store_id, order_no, buyer_phone_digits, buyer_name, buyer_email) @@ lower(${query})::tsquery`

const beginning = (storeId: string, word: string): string =>
  `'${`${storeId.slice(-12)}/${word}`.replace(/['\\]/g, '$&$&')}':*`

const reversed = (digits: string): string => [...digits].reverse().join('')

/** Builds a `tsquery` over `order_words` in which each searched word is a prefix. */
function searchQuery(storeId: string, search: string): string {
  const anyOf = (words: Iterable<string>) => Array.from(words, (word) => beginning(storeId, word)).join(' | ')
  const digits = phoneDigits(search)
  const orderNo = wholeOrderNumber(search)
  const whole = orderNo === null ? [] : [orderNo]
  if (digits.length >= FEWEST_DIGITS && /^\d+$/.test(digits)) return anyOf([`#${reversed(digits)}`, digits, ...whole])
  const words = search.split(/\s+/).map((word) => `(${anyOf(spellingsOf(word))})`)
  return [words.join(' & '), ...whole.map((word) => anyOf([word]))].join(' | ')
}

/** The word, and the order number that it may be the beginning of. */
function spellingsOf(word: string): Set<string> {
  const named = /^#?[O0]RD\p{Pd}?(.+)/iu.exec(plainText(word))?.[1]
  // Before phones stands a #, so a word must not begin with it.
  return new Set([...spellings(word.replace(/^#(?=.)/, '')), ...(named ? [`ORD-${typedCrockford(named)}`] : [])])
}
