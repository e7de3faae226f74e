import { type Order, Prisma } from '../generated/prisma/client.ts'
import { type OrderWithItems, orderColumns } from '../orders/lock-order.ts'
import { type ItemAsJson, itemsAsJson, itemsOf } from '../orders/orders.sql.ts'
import type { CapturedPayment, PaymentOfOrder } from '../payments/provider.ts'
import type { SealedAccount } from '../payments/provider-account.ts'
import { accountAsJson } from '../payments/sealed-secrets.sql.ts'
import type { WebhookEvent } from '../payments/webhook-event.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { newUuid } from '../platform/uuid.ts'

export type PaymentSource = 'verify' | 'webhook' | 'reconciliation'

export type Money = Pick<CapturedPayment, 'amount' | 'currency'>

export interface PaymentToRecord {
  payment: PaymentOfOrder
  /** What was taken; null for the order's total, where all that is known is that the provider's order was paid. */
  money: Money | null
  source: PaymentSource
  /** The webhook's event that reports it; null when no webhook does. */
  event: WebhookEvent | null
  now: Date
}

export interface Recorded {
  order: OrderWithItems
  /** Whether the event was recorded before: its payment then is as well. */
  isRepeated: boolean
  /** Whether the payment was not known yet. */
  isNew: boolean
  /** The account that the store has now; null when it has none. */
  account: SealedAccount | null
}

/** The condition that finds the order, at a provider, that a payment is for. */
export const ofProviderOrder = (providerOrderId: string): Prisma.Sql => Prisma.sql`
  provider_order_id = ${providerOrderId} AND provider IS NOT NULL`

/**
 * Locks the order that a payment is for, and records the payment and the webhook's event unless they are known. Null
 * when there is no such order at a provider.
 */
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
      WHERE store_id = ${storeId}::uuid AND ${ofProviderOrder(providerOrderId)}
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
