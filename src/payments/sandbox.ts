import { randomBytes } from 'node:crypto'
import type { CapturedPayment, Payments, ProviderAccount } from './provider.ts'
import type { SandboxLedger } from './sandbox-ledger.ts'
import { newSandboxOrderId } from './sandbox-order-id.ts'
import { paymentSignature } from './signature.ts'

/**
 * The sandbox accepts only its own accounts, because it must never sign with the key of a provider that takes real
 * money.
 */
export type SandboxAccount = ProviderAccount & { provider: 'SANDBOX' }

/** What a checkout widget passes to the page when the buyer is done. */
export interface WidgetAnswer {
  provider_order_id: string
  provider_payment_id: string
  provider_signature: string
}

/** A payment provider that moves no real money but behaves like a real one. Its ledger is its only state. */
export interface Sandbox extends Payments {
  /** Pays the order. Paying again returns the same payment. */
  pay(account: SandboxAccount, order: Omit<CapturedPayment, 'providerPaymentId'>): Promise<WidgetAnswer>
  /** Simulates a failed payment: nothing is taken, and the answer's signature is invalid. */
  fail(providerOrderId: string): WidgetAnswer
}

export function createSandbox(ledger: SandboxLedger): Sandbox {
  return {
    ownOrderId: ({ storeId }) => newSandboxOrderId(storeId),
    createOrder: async ({ storeId }) => ({ id: newSandboxOrderId(storeId) }),

    async capturedPayments({ storeId }, providerOrderId) {
      const payment = await ledger.find(storeId, providerOrderId)
      return payment ? [payment] : []
    },

    async refund({ storeId }, request) {
      const refund = await ledger.refund(storeId, `rfnd_${randomBytes(12).toString('base64url')}`, request)
      const refused = 'The refund is more than what is left of the payment.'
      return refund ?? { refused, isUnauthorized: false }
    },
    refundsOf: ({ storeId }, payment) => ledger.refundsOf(storeId, payment),

    async pay({ storeId, keySecret }, order) {
      const payment = await ledger.record(storeId, { ...order, providerPaymentId: newPaymentId() })
      return widgetAnswer(payment.providerOrderId, payment.providerPaymentId, paymentSignature(keySecret, payment))
    },

    fail: (providerOrderId) => widgetAnswer(providerOrderId, newPaymentId(), randomBytes(32).toString('hex')),
  }
}

const newPaymentId = (): string => `pay_${randomBytes(12).toString('base64url')}`

const widgetAnswer = (orderId: string, paymentId: string, signature: string): WidgetAnswer => ({
  provider_order_id: orderId,
  provider_payment_id: paymentId,
  provider_signature: signature,
})
