import { Prisma } from '../../../generated/prisma/client.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'
import { hasPhone } from '../../customers/customers.sql.ts'
import type { Person } from '../../customers/person.ts'
import { endsWithDigits } from '../search/search-orders.sql.ts'

// SQL: uses an index unknown to Prisma, and locks many orders.

/**
 * The CTE `theirs`: ids by account and by phone. Each part uses its own index; other conditions must not mislead
 * PostgreSQL.
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

/** By ascending id, so that concurrent erasures do not deadlock. */
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

export async function eraseBuyerKeys(
  tx: Pick<SqlClient, '$executeRaw'>,
  storeId: string,
  orderIds: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE discount_uses SET buyer_key = 'erased:' || order_id
    WHERE store_id = ${storeId}::uuid AND order_id = ANY (${[...orderIds]}::uuid[])`
}

export type OrdersOf = { ids: readonly string[] } | { person: Person }

/** What was paid for a cancelled order without the provider is kept once the owner has decided, which ends the alert. */
const isKept = Prisma.sql`(payment_method IS NOT NULL AND needs_attention IS NULL)`

/** Oldest first: paid and not sent, to be paid, or owing money. */
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
      payment_status = 'PAID' AND (
        status = 'CONFIRMED' OR status = 'CANCELLED' AND total > 0 AND NOT ${isKept}
      )
      OR EXISTS (
        SELECT FROM refunds
        WHERE refunds.store_id = ${storeId}::uuid AND order_id = orders.id AND refunds.status = 'PENDING'
      )
      OR payment_method IS NOT NULL AND payment_status = 'PENDING' AND (
        status IN ('CONFIRMED', 'SHIPPED', 'DELIVERED') OR status = 'CANCELLED' AND collected_amount > refunded_amount AND NOT ${isKept}
      )
      OR status = 'PENDING' AND EXISTS (
        SELECT FROM payments
        WHERE payments.store_id = ${storeId}::uuid AND order_id = orders.id AND undone_at IS NULL
      )
    )
    ORDER BY created_at, id LIMIT ${take}`
  return open.map(({ orderNo }) => orderNo)
}
