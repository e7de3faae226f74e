import { Prisma } from '../../generated/prisma/client.ts'
import { hasSqlState } from '../../platform/database/errors/sql-state.ts'
import type { OnEveryShard } from '../../platform/database/every-shard.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { snakeCase } from '../../platform/text/text.ts'
import type { CapturedPayment, PaymentOfOrder, ProviderRefund, RefundRequest } from './provider.ts'
import type { SealedAccount } from './provider-account.ts'

// SQL: the sandbox checks and writes in one statement, accounts are read along with orders, and secrets on all shards
// at once.

export const accountAsJson = (storeId: string): Prisma.Sql => Prisma.sql`(
  SELECT json_build_object('storeId', store_id, 'provider', provider, 'keyId', key_id,
    'sealedKeySecret', sealed_key_secret, 'sealedWebhookSecret', sealed_webhook_secret)
  FROM payment_accounts WHERE store_id = ${storeId}::uuid
)`

interface RecordedPayment extends PaymentOfOrder {
  account: SealedAccount
}

/** In the database, because a real provider would also survive a restart. */
export interface SandboxLedger {
  /**
   * Returns the earlier payment of a paid order; null without such an order, or for an account with another provider.
   * @param order selects `provider_order_id`, `amount` and `currency`
   */
  record(storeId: string, providerPaymentId: string, order: Prisma.Sql): Promise<RecordedPayment | null>
  find(storeId: string, providerOrderId: string): Promise<CapturedPayment | null>
  /** Returns the refund of the same receipt; null when less is left. */
  refund(storeId: string, providerRefundId: string, request: RefundRequest): Promise<ProviderRefund | null>
  refundsOf(storeId: string, payment: PaymentOfOrder): Promise<ProviderRefund[]>
}

export function createSandboxLedger(sqlOf: (storeId: string) => SqlClient): SandboxLedger {
  const findRefunds = (storeId: string, which: Prisma.Sql) =>
    sqlOf(storeId).$queryRaw<ProviderRefund[]>`
      SELECT provider_refund_id AS "providerRefundId", provider_payment_id AS "providerPaymentId",
        refunds.amount, currency, 'processed' AS status, receipt
      FROM sandbox_refunds AS refunds
      JOIN sandbox_payments AS payments
        ON payments.store_id = refunds.store_id AND payments.provider_order_id = refunds.provider_order_id
      WHERE refunds.store_id = ${storeId}::uuid AND ${which} ORDER BY refunds.created_at, receipt`

  return {
    async refund(storeId, providerRefundId, { providerOrderId, providerPaymentId, amount, receipt }) {
      try {
        // A CHECK refuses more than the payment.
        await sqlOf(storeId).$executeRaw`
          WITH made AS (
            INSERT INTO sandbox_refunds (store_id, receipt, provider_refund_id, provider_order_id, amount)
            SELECT ${storeId}::uuid, ${receipt}, ${providerRefundId}, provider_order_id, ${amount}::bigint
            FROM sandbox_payments
            WHERE store_id = ${storeId}::uuid AND provider_order_id = ${providerOrderId}
              AND provider_payment_id = ${providerPaymentId}
            ON CONFLICT (store_id, receipt) DO NOTHING
            RETURNING provider_order_id, amount
          )
          UPDATE sandbox_payments SET refunded = refunded + made.amount
          FROM made
          WHERE store_id = ${storeId}::uuid AND sandbox_payments.provider_order_id = made.provider_order_id`
      } catch (error) {
        if (hasSqlState(error, '23514')) return null
        throw error
      }
      const [refund] = await findRefunds(storeId, Prisma.sql`receipt = ${receipt}`)
      return refund ?? null
    },
    refundsOf: (storeId, { providerOrderId }) =>
      findRefunds(storeId, Prisma.sql`refunds.provider_order_id = ${providerOrderId}`),
    async record(storeId, providerPaymentId, order) {
      // The no-op update returns an earlier payment, also to concurrent buyers. The commit need not wait for the disk:
      // the verification's does.
      const [recorded] = await sqlOf(storeId).$queryRaw<RecordedPayment[]>`
        WITH paid AS (
          INSERT INTO sandbox_payments (store_id, provider_order_id, provider_payment_id, amount, currency)
          SELECT ${storeId}::uuid, provider_order_id, ${providerPaymentId}, amount, currency FROM (${order}) AS unpaid
          WHERE EXISTS (
            SELECT FROM payment_accounts WHERE store_id = ${storeId}::uuid AND provider = 'SANDBOX'
          )
          ON CONFLICT (store_id, provider_order_id)
            DO UPDATE SET provider_payment_id = sandbox_payments.provider_payment_id
          RETURNING provider_order_id AS "providerOrderId", provider_payment_id AS "providerPaymentId"
        )
        SELECT paid.*, ${accountAsJson(storeId)} AS account, set_config('synchronous_commit', 'off', true) FROM paid`
      return recorded ?? null
    },
    async find(storeId, providerOrderId) {
      const [payment] = await sqlOf(storeId).$queryRaw<CapturedPayment[]>`
        SELECT provider_order_id AS "providerOrderId", provider_payment_id AS "providerPaymentId", amount, currency
        FROM sandbox_payments WHERE store_id = ${storeId}::uuid AND provider_order_id = ${providerOrderId}`
      return payment ?? null
    },
  }
}

interface EveryShard {
  onEveryShard: OnEveryShard
}

export const rowsOfAllStores = <Row extends object>(
  { onEveryShard }: EveryShard,
  table: string,
  fields: readonly (keyof Row & string)[],
): Promise<{ rows: Row[]; failures: string[] }> => {
  const values = Prisma.raw(fields.map((field) => `'${field}', ${snakeCase(field)}`).join(', '))
  return onEveryShard<Row>(table, (name) => Prisma.sql`SELECT json_agg(json_build_object(${values})) FROM ${name}`)
}

const SEALED: readonly [table: string, ...columns: string[]][] = [
  ['payment_accounts', 'sealed_key_secret', 'sealed_webhook_secret'],
  ['retired_payment_accounts', 'sealed_key_secret'],
  ['webhooks', 'sealed_secret'],
]

interface Counted {
  sealed: number
  readable: number
}

/** @param prefixes of secrets that can be opened */
export async function countUnreadableSecrets(
  { onEveryShard }: EveryShard,
  prefixes: readonly string[],
): Promise<{ sealed: number; unreadable: number }> {
  const isReadable = Prisma.join(
    prefixes.map((prefix) => Prisma.sql`starts_with(secret, ${prefix})`),
    ' OR ',
  )
  const counts = await Promise.all(
    SEALED.map(([table, ...columns]) =>
      onEveryShard<Counted>(
        table,
        (name) => Prisma.sql`
          SELECT json_build_array(json_build_object('sealed', count(secret),
            'readable', count(secret) FILTER (WHERE ${isReadable})))
          FROM ${name} CROSS JOIN unnest(ARRAY[${Prisma.raw(columns.join())}]) AS secret`,
      ),
    ),
  )
  const all = counts.flatMap(({ rows }) => rows)
  const sealed = all.reduce((sum, count) => sum + count.sealed, 0)
  return { sealed, unreadable: sealed - all.reduce((sum, count) => sum + count.readable, 0) }
}
