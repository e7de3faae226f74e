import type { SqlClient } from '../platform/database/sql.ts'
import type { CapturedPayment } from './provider.ts'

/** The sandbox's stored payments. A real provider would also still know them after this service restarts. */
export interface SandboxLedger {
  /** Records the payment of an order and returns it, or returns the earlier one when the order is already paid. */
  record(storeId: string, payment: CapturedPayment): Promise<CapturedPayment>
  find(storeId: string, providerOrderId: string): Promise<CapturedPayment | null>
}

export function createSandboxLedger(sql: SqlClient): SandboxLedger {
  return {
    async record(storeId, payment) {
      const { providerOrderId, providerPaymentId, amount, currency } = payment
      // The update changes nothing; it lets an earlier payment be returned, also to one of two buyers who pay at once.
      const [recorded] = await sql.$queryRaw<CapturedPayment[]>`
        INSERT INTO sandbox_payments (store_id, provider_order_id, provider_payment_id, amount, currency)
        VALUES (${storeId}::uuid, ${providerOrderId}, ${providerPaymentId}, ${amount}::bigint, ${currency})
        ON CONFLICT (store_id, provider_order_id)
          DO UPDATE SET provider_payment_id = sandbox_payments.provider_payment_id
        RETURNING provider_order_id AS "providerOrderId", provider_payment_id AS "providerPaymentId", amount, currency`
      return recorded ?? payment
    },
    async find(storeId, providerOrderId) {
      const [payment] = await sql.$queryRaw<CapturedPayment[]>`
        SELECT provider_order_id AS "providerOrderId", provider_payment_id AS "providerPaymentId", amount, currency
        FROM sandbox_payments WHERE store_id = ${storeId}::uuid AND provider_order_id = ${providerOrderId}`
      return payment ?? null
    },
  }
}
