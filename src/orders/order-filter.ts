import { type OrderStatus, type PaymentStatus, Prisma } from '../generated/prisma/client.ts'
import { inputRules, optional, parseInput } from '../platform/input/input.ts'
import { Problem } from '../platform/problem.ts'
import { text } from '../platform/text.ts'
import { isUuid } from '../platform/uuid.ts'

/** Which of a store's orders are wanted; what is left out or null does not matter. */
export interface OrderFilter {
  status?: OrderStatus | null | undefined
  paymentStatus?: PaymentStatus | null | undefined
  needsAttention?: boolean | null | undefined
  /** The customer who bought. */
  customerId?: string | null | undefined
  search?: string | null | undefined
  /** This moment and later ones. */
  placedFrom?: Date | null | undefined
  /** Earlier moments than this. */
  placedUntil?: Date | null | undefined
}

const searchRules = inputRules({
  required: [],
  missing: '',
  fields: { search: optional(text({ label: 'Search', max: 255, trim: true })) },
})

/**
 * `FROM … WHERE …` for those orders of the store, with `id` and `created_at` to select. A search finds its orders before
 * anything else is looked at: PostgreSQL, which cannot know how rare the beginning of a word is, would rather walk
 * through all orders by their time.
 * @throws Problem BAD_USER_INPUT, NOT_FOUND
 */
export function ordersWhere(storeId: string, filter: OrderFilter): Prisma.Sql {
  const { search } = parseInput(searchRules, filter)
  const { status, paymentStatus, needsAttention, customerId, placedFrom, placedUntil } = filter
  if (customerId && !isUuid(customerId)) throw new Problem('NOT_FOUND', 'Customer not found')
  const conditions = [
    ...(status ? [Prisma.sql`status = ${status}::order_status`] : []),
    ...(paymentStatus ? [Prisma.sql`payment_status = ${paymentStatus}::payment_status`] : []),
    ...(needsAttention === true ? [Prisma.sql`needs_attention IS NOT NULL`] : []),
    ...(needsAttention === false ? [Prisma.sql`needs_attention IS NULL`] : []),
    ...(customerId ? [Prisma.sql`customer_id = ${customerId}::uuid`] : []),
    ...(placedFrom ? [Prisma.sql`created_at >= ${placedFrom}::timestamptz`] : []),
    ...(placedUntil ? [Prisma.sql`created_at < ${placedUntil}::timestamptz`] : []),
  ]
  if (search === undefined) {
    return Prisma.sql`FROM orders WHERE ${Prisma.join([Prisma.sql`store_id = ${storeId}::uuid`, ...conditions], ' AND ')}`
  }
  return Prisma.sql`FROM (
      WITH found AS MATERIALIZED (
        SELECT id, created_at, status, payment_status, needs_attention, customer_id FROM orders
        WHERE store_id = ${storeId}::uuid
          AND order_words(store_id, order_no, buyer_phone_digits, buyer_name, buyer_email)
            @@ lower(${searchQuery(storeId, search)})::tsquery
      )
      SELECT * FROM found
    ) AS found WHERE ${Prisma.join([Prisma.sql`true`, ...conditions], ' AND ')}`
}

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
