import { Prisma } from '../../../generated/prisma/client.ts'
import { MOST_COUNTED } from '../../../platform/counted-page.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'
import { newestFirst } from '../../../platform/pagination.ts'
import { peopleWith } from '../customers.sql.ts'

// SQL: a guest is all orders of a phone, which Prisma cannot group by, and their index is unknown to it.

/** In the words of the index `orders_of_guests_idx`. */
const ofGuests = Prisma.sql`customer_id IS NULL AND buyer_phone_digits <> ''`
/** As `phoneIdentity` has it. */
const phone = Prisma.sql`right(buyer_phone_digits, 10)`

/** @param identity `phoneIdentity` */
export const ordersOfGuest = (identity: string): Prisma.Sql => Prisma.sql`${ofGuests} AND ${phone} = ${identity}`

/** Newest orders that are read first; where these have too few guests, all orders of guests are read. */
const REACH = 1_000

interface GuestsWanted {
  storeId: string
  search: string | null
}

/**
 * The newest order of each guest without an account, by time; at most `take`.
 * @throws Problem BAD_USER_INPUT when `after` is no cursor
 */
export async function findGuests(
  sql: Pick<SqlClient, '$queryRaw'>,
  wanted: GuestsWanted,
  after: string | null | undefined,
  take: number,
): Promise<string[]> {
  const newest = await amongNewest(sql, wanted, after, take)
  return newest.length === take ? newest : amongAll(sql, wanted, after, take)
}

async function amongNewest(
  sql: Pick<SqlClient, '$queryRaw'>,
  wanted: GuestsWanted,
  after: string | null | undefined,
  take: number,
): Promise<string[]> {
  const { storeId } = wanted
  const notListedBefore = Prisma.sql`AND id = ${newestOf(storeId, Prisma.sql`right(latest.buyer_phone_digits, 10)`)}`
  const guests = await sql.$queryRaw<{ id: string }[]>`
    WITH newest AS MATERIALIZED (
      SELECT customer_id, ${columnsFor(wanted)} FROM orders WHERE store_id = ${storeId}::uuid AND ${isBehind(after)}
      ORDER BY created_at DESC, id DESC LIMIT ${REACH}
    ), latest AS (
      SELECT DISTINCT ON (${phone}) * FROM newest WHERE ${ofGuests} ORDER BY ${phone}, created_at DESC, id DESC
    )
    SELECT id FROM latest WHERE ${isListed(wanted)} ${after ? notListedBefore : Prisma.empty}
    ORDER BY created_at DESC, id DESC LIMIT ${take}`
  return guests.map(({ id }) => id)
}

async function amongAll(
  sql: Pick<SqlClient, '$queryRaw'>,
  wanted: GuestsWanted,
  after: string | null | undefined,
  take: number,
): Promise<string[]> {
  const guests = await sql.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${latestOfAll(wanted)} WHERE ${isListed(wanted)} AND ${isBehind(after)}
    ORDER BY created_at DESC, id DESC LIMIT ${take}`
  return guests.map(({ id }) => id)
}

/** At most one more than `MOST_COUNTED`. */
export async function countGuests(sql: Pick<SqlClient, '$queryRaw'>, wanted: GuestsWanted): Promise<number> {
  const [row] = await sql.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM ${latestOfAll(wanted)} WHERE ${isListed(wanted)} LIMIT ${MOST_COUNTED + 1}
    ) AS listed`
  return row?.count ?? 0
}

/** Without a search only those of the index, so that the table is not read. */
const columnsFor = ({ search }: GuestsWanted): Prisma.Sql =>
  search === null
    ? Prisma.sql`id, created_at, buyer_phone_digits`
    : Prisma.sql`id, created_at, buyer_phone_digits, buyer_name, buyer_email, buyer_phone`

const latestOfAll = (wanted: GuestsWanted): Prisma.Sql => Prisma.sql`(
  SELECT DISTINCT ON (${phone}) ${columnsFor(wanted)} FROM orders
  WHERE store_id = ${wanted.storeId}::uuid AND ${ofGuests} ORDER BY ${phone}, created_at DESC, id DESC
) AS latest`

function isListed({ storeId, search }: GuestsWanted): Prisma.Sql {
  const withoutAccount = Prisma.sql`NOT EXISTS (
    SELECT FROM customers WHERE customers.store_id = ${storeId}::uuid AND right(customers.phone, 10) = ${phone}
  )`
  if (search === null) return withoutAccount
  const texts = ['buyer_name', 'buyer_email', 'buyer_phone']
  const matches = peopleWith({ texts, digits: Prisma.sql`buyer_phone_digits` }, search)
  return Prisma.sql`${matches} AND ${withoutAccount}`
}

function isBehind(after: string | null | undefined): Prisma.Sql {
  if (!after) return Prisma.sql`true`
  const [createdAt, id] = newestFirst.valuesOf(after)
  return Prisma.sql`(created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`
}

/** The id of a guest's newest order. */
const newestOf = (storeId: string, identity: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT id FROM orders WHERE store_id = ${storeId}::uuid AND ${ofGuests} AND ${phone} = ${identity}
  ORDER BY created_at DESC, id DESC LIMIT 1
)`

/** @param identity `phoneIdentity` */
export async function findNewestOrder(
  sql: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  identity: string,
): Promise<string | null> {
  const [row] = await sql.$queryRaw<{ id: string | null }[]>`SELECT ${newestOf(storeId, Prisma.sql`${identity}`)} AS id`
  return row?.id ?? null
}

export interface GuestFigures {
  orders: number
  paidOrders: number
  /** Of those, in subunits. */
  spent: bigint
  /** Null without orders. */
  firstOrderAt: Date | null
}

export const noOrders: GuestFigures = { orders: 0, paidOrders: 0, spent: 0n, firstOrderAt: null }

/** By phone; only of those who have ordered. @param identities each a `phoneIdentity` */
export async function readGuestFigures(
  sql: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  identities: readonly string[],
): Promise<ReadonlyMap<string, GuestFigures>> {
  const rows = await sql.$queryRaw<(GuestFigures & { phone: string })[]>`
    SELECT ${phone} AS phone, count(*)::int AS orders,
      (count(*) FILTER (WHERE payment_status = 'PAID'))::int AS "paidOrders",
      coalesce(sum(total) FILTER (WHERE payment_status = 'PAID'), 0)::bigint AS spent, min(created_at) AS "firstOrderAt"
    FROM orders WHERE store_id = ${storeId}::uuid AND ${ofGuests} AND ${phone} = ANY (${[...identities]}::text[])
    GROUP BY 1`
  return new Map(rows.map(({ phone: identity, ...figures }) => [identity, figures]))
}
