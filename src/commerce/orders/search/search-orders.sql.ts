import { Prisma, type PrismaClient } from '../../../generated/prisma/client.ts'
import { MOST_COUNTED } from '../../../platform/counted-page.ts'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../../../platform/input/parse-input.ts'
import { typedCrockford } from '../../../platform/text/crockford.ts'
import { phoneDigits, soughtDigits } from '../../../shared/phones.ts'
import { plainText } from '../../../shared/typed-text.ts'
import { wholeOrderNumber } from '../order-number.ts'
import { behindCursor, type OrderConditions, type OrderFilter, orderConditions } from './order-filter.sql.ts'

// SQL: uses a word index unknown to Prisma.

export interface SearchReach {
  /** Newest orders read before the index; frequent words fill a page with them. */
  newest: number
  most: number
}

export const SEARCH_REACH: SearchReach = { newest: 1_000, most: MOST_COUNTED }

interface OrderSearch {
  storeId: string
  conditions: OrderConditions
  hasWords: Prisma.Sql
  reach: SearchReach
}

interface OrderPlace {
  createdAt: Date
  id: string
}

export interface FoundOrders {
  ids: string[]
  /** The last order read, if matches may follow; else null. */
  stoppedAt: OrderPlace | null
}

const filtered = Prisma.sql`id, created_at, store_id, status, payment_status, payment_method, needs_attention, customer_id, order_no,
  buyer_phone_digits, buyer_name, buyer_email, delivery`

const searchRules = inputRules({
  required: [],
  missing: '',
  fields: { search: optional(labelledText({ label: 'Search', max: 255, trim: true })) },
})

/** Null without a search. @throws Problem BAD_USER_INPUT, NOT_FOUND */
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

/** Rare words are found by the index, frequent ones by reading the newest orders, `reach.most` per page. */
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

/** Null above `reach.most` matches. */
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

/** Exact if words or indexed conditions alone leave at most `reach.most` orders; otherwise `reach.most + 1`. */
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
 * Matches up to one above the limit. PostgreSQL cannot estimate prefixes, and with LIMIT would scan by time; the CTE is
 * planned for all matches but runs only as far as it is read.
 */
const withFound = ({ storeId, hasWords, reach }: OrderSearch) => Prisma.sql`
  WITH having_words AS MATERIALIZED (
    SELECT ${filtered} FROM orders WHERE store_id = ${storeId}::uuid AND ${hasWords}
  ), found AS MATERIALIZED (SELECT * FROM having_words LIMIT ${reach.most + 1})`

/** Shorter ones end too many phones. */
const FEWEST_DIGITS = 4

export const endsWithDigits = (storeId: string, digits: string): Prisma.Sql =>
  containsWords(beginning(storeId, `#${reversed(digits)}`))

const containsWords = (query: Prisma.Sql): Prisma.Sql => Prisma.sql`
  order_words(store_id, order_no, buyer_phone_digits, buyer_name, buyer_email) @@ (${query})::tsquery`

/** `search_key` leaves no quote in a word. No longer than `order_words` keeps it. */
const beginning = (storeId: string, word: string): Prisma.Sql =>
  Prisma.sql`('''' || ${`${storeId.slice(-12)}/`} || replace(left(search_key(${word}::text), 500), '\\', '\\\\') || ''':*')`

const joined = (queries: readonly Prisma.Sql[], operator: '&' | '|'): Prisma.Sql =>
  Prisma.sql`'(' || ${Prisma.join(queries, ` || ' ${operator} ' || `)} || ')'`

const reversed = (digits: string): string => [...digits].reverse().join('')

/** Over `order_words`; each word is a prefix. */
function searchQuery(storeId: string, search: string): Prisma.Sql {
  const anyOf = (words: readonly string[]) =>
    joined(
      words.map((word) => beginning(storeId, word)),
      '|',
    )
  const digits = soughtDigits(search)
  const orderNo = wholeOrderNumber(search)
  const whole = orderNo === null ? [] : [orderNo]
  // An order's number may begin with zeros, which a phone's may lack.
  if (digits !== null && digits.length >= FEWEST_DIGITS)
    return anyOf([`#${reversed(digits)}`, ...new Set([digits, phoneDigits(search)]), ...whole])
  const words = search.split(/\s+/)
  const all = (words: readonly string[]) =>
    joined(
      words.map((word) => anyOf(meaningsOf(word))),
      '&',
    )
  return joined([...written(words).map(all), ...whole.map((word) => anyOf([word]))], '|')
}

/** As `O Brien` may be, which is one word where it has an apostrophe. */
const written = (words: readonly string[]): string[][] => [
  [...words],
  ...words
    .slice(1, MOST_PAIRS + 1)
    .map((word, index) => [...words.slice(0, index), `${words[index]}${word}`, ...words.slice(index + 2)]),
]

/** Of neighbouring words that are tried as one. */
const MOST_PAIRS = 3

/** The word, and the order number it may begin. */
function meaningsOf(word: string): string[] {
  const named = /^#?[O0]RD\p{Pd}?(.+)/iu.exec(plainText(word))?.[1]
  // Phones are indexed behind a #.
  return [word.replace(/^#(?=.)/, ''), ...(named ? [`ORD-${typedCrockford(named)}`] : [])]
}
