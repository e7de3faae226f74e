import { hasPhone } from '../../customers/customers.sql.ts'
import type { Person } from '../../customers/person.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { endsWithDigits } from '../search/search-orders.sql.ts'

// SQL, since a person's orders are found by an index that Prisma does not know, and locked many at a time.

/**
 * The CTE `theirs` with the ids of the person's orders: those of the accounts and those that name the phone. Each part
 * goes by its own index; what is asked of the orders besides must not lead PostgreSQL to another one.
 */
function theirOrders(storeId: string, { phone, customerIds }: Person): Prisma.Sql {
  const ofAccounts = Prisma.sql`
    SELECT id FROM orders WHERE store_id = ${storeId}::uuid AND customer_id = ANY (${[...customerIds]}::uuid[])`
  if (phone === null) return Prisma.sql`theirs AS MATERIALIZED (${ofAccounts})`
  return Prisma.sql`named AS MATERIALIZED (
    SELECT id, buyer_phone_digits FROM orders
    WHERE store_id = ${storeId}::uuid AND ${endsWithDigits(storeId, phone)}
  ), theirs AS MATERIALIZED (
    ${ofAccounts} UNION SELECT id FROM named WHERE ${hasPhone(Prisma.sql`buyer_phone_digits`, phone)}
  )`
}

/** The ids of the person's orders behind one, in order. */
export async function idsOfTheirs(
  db: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  person: Person,
  { after, take }: { after: string | null; take: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    WITH ${theirOrders(storeId, person)}
    SELECT id FROM theirs WHERE ${after}::uuid IS NULL OR id > ${after}::uuid ORDER BY id LIMIT ${take}`
  return rows.map(({ id }) => id)
}

/** Every address in the person's orders and accounts, in lower case. */
export async function emailsInOrders(
  db: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  person: Person,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ email: string }[]>`
    WITH ${theirOrders(storeId, person)}
    SELECT lower(buyer_email) AS email FROM orders
    WHERE store_id = ${storeId}::uuid AND id IN (SELECT id FROM theirs) AND buyer_email IS NOT NULL
    UNION SELECT lower(email) FROM customers
    WHERE store_id = ${storeId}::uuid AND id = ANY (${[...person.customerIds]}::uuid[]) AND email IS NOT NULL
    ORDER BY 1`
  return rows.map(({ email }) => email)
}

/** Locks some of the person's orders by their ids, as two who erase the same person do. */
export async function lockSome(
  tx: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  person: Person,
  take: number,
): Promise<{ found: number; ids: string[] }> {
  const some = await idsOfTheirs(tx, storeId, person, { after: null, take })
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM orders
    WHERE store_id = ${storeId}::uuid AND id = ANY (${some}::uuid[]) AND erased_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`
  return { found: some.length, ids: locked.map(({ id }) => id) }
}

/** Replaces what limits per customer are counted by in these orders. */
export async function eraseBuyerKeys(
  tx: Pick<SqlClient, '$executeRaw'>,
  storeId: string,
  orderIds: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE discount_uses SET buyer_key = 'erased:' || order_id
    WHERE store_id = ${storeId}::uuid AND order_id = ANY (${[...orderIds]}::uuid[])`
}

/** Some orders, or those of a person. */
export type OrdersOf = { ids: readonly string[] } | { person: Person }

/** The numbers of the oldest orders that still need their buyer: paid and not sent, or with money that has to go back. */
export async function findOpenOrders(
  tx: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  which: OrdersOf,
  take: number,
): Promise<string[]> {
  const condition =
    'ids' in which
      ? Prisma.sql`id = ANY (${[...which.ids]}::uuid[])`
      : Prisma.sql`id IN (WITH ${theirOrders(storeId, which.person)} SELECT id FROM theirs)`
  const open = await tx.$queryRaw<{ orderNo: string }[]>`
    SELECT order_no AS "orderNo" FROM orders
    WHERE store_id = ${storeId}::uuid AND ${condition} AND (
      payment_status = 'PAID' AND (status = 'CONFIRMED' OR status = 'CANCELLED' AND total > 0)
      OR EXISTS (
        SELECT FROM refunds
        WHERE refunds.store_id = ${storeId}::uuid AND order_id = orders.id AND refunds.status = 'PENDING'
      )
      OR status = 'PENDING' AND EXISTS (
        SELECT FROM payments WHERE payments.store_id = ${storeId}::uuid AND order_id = orders.id
      )
    )
    ORDER BY created_at, id LIMIT ${take}`
  return open.map(({ orderNo }) => orderNo)
}
