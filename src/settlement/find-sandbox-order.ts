import { Prisma } from '../generated/prisma/client.ts'
import type { SandboxOrder } from '../payments/sandbox-page.ts'
import type { SqlClient } from '../platform/database/sql.ts'

/** Finds an order that is paid in the sandbox; null for any other order, or when its store has left the sandbox. */
export async function findSandboxOrder(
  sql: SqlClient,
  storeId: string,
  providerOrderId: string,
): Promise<SandboxOrder | null> {
  const [order] = await sql.$queryRaw<SandboxOrder[]>`
    SELECT total AS amount, orders.currency, order_no AS "orderNo", subdomain, business_name AS "businessName"
    FROM orders
    JOIN stores ON stores.id = store_id
    JOIN payment_accounts AS account ON account.store_id = orders.store_id AND account.provider = 'SANDBOX'
    WHERE orders.store_id = ${storeId}::uuid AND ${ofSandbox(providerOrderId)}`
  return order ?? null
}

/** Selects an order as the sandbox takes its payment. */
export const orderToPay = (storeId: string, providerOrderId: string): Prisma.Sql => Prisma.sql`
  SELECT provider_order_id, total AS amount, currency
  FROM orders WHERE store_id = ${storeId}::uuid AND ${ofSandbox(providerOrderId)}`

const ofSandbox = (providerOrderId: string) =>
  Prisma.sql`provider_order_id = ${providerOrderId} AND orders.provider = 'SANDBOX'`
