import { type Order, Prisma } from '../../generated/prisma/client.ts'
import type { Sql, SqlClient } from '../../platform/database/sql.ts'
import { newUuid } from '../../platform/uuid.ts'
import type { OrderWithItems } from '../orders/lock-order.ts'
import { type ItemAsJson, isOrder, itemsAsJson, itemsOf, orderColumns } from '../orders/orders.sql.ts'
import { accountAsJson } from '../payments/payments.sql.ts'
import type { CapturedPayment, PaymentOfOrder } from '../payments/provider.ts'
import type { SealedAccount } from '../payments/provider-account.ts'
import type { SandboxOrder } from '../payments/sandbox-page.ts'
import type { WebhookEvent } from '../payments/webhook-event.ts'

// SQL: one statement locks the order and records its payment, in the transaction that settles.

export type PaymentSource = 'verify' | 'webhook' | 'reconciliation'

export type Money = Pick<CapturedPayment, 'amount' | 'currency'>

export interface PaymentToRecord {
  payment: PaymentOfOrder
  /** Null means the order's total: all that is known is that it was paid. */
  money: Money | null
  source: PaymentSource
  event: WebhookEvent | null
  now: Date
}

export interface Recorded {
  order: OrderWithItems
  /** The event was recorded before, with its payment. */
  isRepeated: boolean
  isNew: boolean
  /** The current one; null for none. */
  account: SealedAccount | null
}

/** Locks the order and records payment and event unless known. Null without such an order. */
export async function recordPayment(
  tx: SqlClient,
  storeId: string,
  { payment, money, source, event, now }: PaymentToRecord,
): Promise<Recorded | null> {
  const { providerOrderId, providerPaymentId } = payment
  const recordedEvent = event
    ? Prisma.sql`
        INSERT INTO payment_events (store_id, provider, event_id, type, received_at)
        SELECT ${storeId}::uuid, provider, ${event.eventId}, ${event.type}, ${now} FROM locked
        ON CONFLICT DO NOTHING RETURNING 1`
    : Prisma.sql`SELECT 1 FROM locked`
  type Row = Order & { items: ItemAsJson[] | null } & Omit<Recorded, 'order'>
  const [row] = await tx.$queryRaw<Row[]>`
    WITH locked AS MATERIALIZED (
      SELECT * FROM orders
      WHERE store_id = ${storeId}::uuid AND ${isOrder({ providerOrderId })}
      FOR NO KEY UPDATE
    ),
    event AS (${recordedEvent}),
    payment AS (
      INSERT INTO payments
        (store_id, id, order_id, provider, provider_payment_id, amount, currency, source, created_at)
      SELECT ${storeId}::uuid, ${newUuid(now.getTime())}::uuid, id, provider, ${providerPaymentId},
        coalesce(${money?.amount ?? null}::bigint, total), coalesce(${money?.currency ?? null}, currency), ${source}, ${now}
      FROM locked WHERE EXISTS (SELECT FROM event)
      ON CONFLICT DO NOTHING RETURNING 1
    )
    SELECT ${orderColumns}, ${itemsAsJson(storeId, Prisma.sql`locked.id`)} AS items,
      NOT EXISTS (SELECT FROM event) AS "isRepeated", EXISTS (SELECT FROM payment) AS "isNew",
      ${accountAsJson(storeId)} AS account
    FROM locked`
  if (!row) return null
  const { items, isRepeated, isNew, account, ...order } = row
  return { order: { ...order, items: itemsOf(items) }, isRepeated, isNew, account }
}

interface PaymentKey {
  storeId: string
  provider: string | null
  providerPaymentId: string
}

const ofPayment = ({ storeId, provider, providerPaymentId }: PaymentKey): Prisma.Sql => Prisma.sql`
  store_id = ${storeId}::uuid AND provider = ${provider} AND provider_payment_id = ${providerPaymentId}`

/** Undefined when there is none. */
export async function recordedMoney(tx: Pick<SqlClient, '$queryRaw'>, key: PaymentKey): Promise<Money | undefined> {
  const [known] = await tx.$queryRaw<Money[]>`SELECT amount, currency FROM payments WHERE ${ofPayment(key)}`
  return known
}

/** @returns whether it changed */
export async function correctPayment(
  tx: Pick<SqlClient, '$executeRaw'>,
  key: PaymentKey,
  { amount, currency, source }: Money & { source: PaymentSource },
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE payments SET amount = ${amount}::bigint, currency = ${currency}, source = ${source}
    WHERE ${ofPayment(key)} AND (amount, currency) <> (${amount}::bigint, ${currency})`
  return count > 0
}

export async function writeCaptured(
  tx: Pick<SqlClient, '$executeRaw'>,
  { storeId, id, alerts, needsAttention, updatedAt, version }: Order,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE orders SET check_payment_at = NULL, alerts = ${JSON.stringify(alerts)}::jsonb,
      needs_attention = ${needsAttention}, updated_at = ${updatedAt}, version = ${version}
    WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid`
}

export async function findPaidOrder(
  sql: SqlClient,
  storeId: string,
  providerOrderId: string,
): Promise<(Order & { account: SealedAccount | null }) | undefined> {
  const [order] = await sql.$queryRaw<(Order & { account: SealedAccount | null })[]>`
    SELECT ${orderColumns}, ${accountAsJson(storeId)} AS account
    FROM orders WHERE store_id = ${storeId}::uuid AND provider_order_id = ${providerOrderId}`
  return order
}

export type Due = Pick<
  Order,
  'storeId' | 'id' | 'orderNo' | 'provider' | 'providerOrderId' | 'paymentStatus' | 'createdAt'
>

/** A batch, per shard on Citus. */
export async function leaseDue(
  sql: Pick<Sql, 'onEveryShard'>,
  { now, leasedUntil, take }: { now: Date; leasedUntil: Date; take: number },
): Promise<{ due: Due[]; failures: string[] }> {
  type Row = Omit<Due, 'createdAt'> & { createdAt: string }
  const { rows, failures } = await sql.onEveryShard<Row>(
    'orders',
    (name) => Prisma.sql`
      WITH due AS MATERIALIZED (
        SELECT store_id, id FROM ${name} WHERE check_payment_at <= ${now}
        ORDER BY check_payment_at LIMIT ${take} FOR NO KEY UPDATE SKIP LOCKED
      ), leased AS (
        UPDATE ${name} AS orders SET check_payment_at = ${leasedUntil}
        FROM due WHERE orders.store_id = due.store_id AND orders.id = due.id
        RETURNING orders.store_id AS "storeId", orders.id, order_no AS "orderNo", provider,
          provider_order_id AS "providerOrderId", payment_status AS "paymentStatus", created_at AS "createdAt"
      )
      SELECT json_agg(leased) FROM leased`,
  )
  return { due: rows.map(({ createdAt, ...order }) => ({ ...order, createdAt: new Date(createdAt) })), failures }
}

/** Null for any other order, or when the store has left the sandbox. */
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

/** As the sandbox takes its payment. */
export const orderToPay = (storeId: string, providerOrderId: string): Prisma.Sql => Prisma.sql`
  SELECT provider_order_id, total AS amount, currency
  FROM orders WHERE store_id = ${storeId}::uuid AND ${ofSandbox(providerOrderId)}`

const ofSandbox = (providerOrderId: string) =>
  Prisma.sql`provider_order_id = ${providerOrderId} AND orders.provider = 'SANDBOX'`
