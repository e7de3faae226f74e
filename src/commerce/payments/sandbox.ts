import { randomBytes } from 'node:crypto'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Seal } from '../../platform/secrets/sealed-secrets.ts'
import type { SandboxLedger } from './payments.sql.ts'
import type { Payments } from './provider.ts'
import { opened } from './provider-account.ts'
import { paymentSignature } from './signature.ts'

export interface WidgetAnswer {
  provider_order_id: string
  provider_payment_id: string
  provider_signature: string
}

/** Moves no money. Its ledger is its only state. */
export interface Sandbox extends Payments {
  /**
   * Paying again returns the same payment. Null without such an order, when the store has left the sandbox (never sign
   * with a real provider's key), or when the key cannot be opened: the order is then paid without a signature.
   * @param order selects `provider_order_id`, `amount` and `currency`
   */
  pay(storeId: string, order: Prisma.Sql): Promise<WidgetAnswer | null>
}

export function createSandbox(ledger: SandboxLedger, seal: Pick<Seal, 'open'>): Sandbox {
  return {
    ownOrderId: ({ storeId }) => newSandboxOrderId(storeId),
    createOrder: async ({ storeId }) => ({ id: newSandboxOrderId(storeId) }),

    async paymentsOf({ storeId }, providerOrderId) {
      const payment = await ledger.find(storeId, providerOrderId)
      return { captured: payment ? [payment] : [], authorized: [] }
    },

    async refund({ storeId }, request) {
      const refund = await ledger.refund(storeId, `rfnd_${randomBytes(12).toString('base64url')}`, request)
      const refused = 'The refund is more than what is left of the payment.'
      return refund ?? { refused, isUnauthorized: false, isAboutAmount: false }
    },
    refundsOf: ({ storeId }, payment) => ledger.refundsOf(storeId, payment),

    async pay(storeId, order) {
      const payment = await ledger.record(storeId, newPaymentId(), order)
      const account = payment && opened(seal, payment.account)
      if (!account) return null
      const { providerOrderId, providerPaymentId } = payment
      return widgetAnswer(providerOrderId, providerPaymentId, paymentSignature(account.keySecret, payment))
    },
  }
}

/** With an invalid signature. */
export const failedPayment = (providerOrderId: string): WidgetAnswer =>
  widgetAnswer(providerOrderId, newPaymentId(), randomBytes(32).toString('hex'))

const newPaymentId = (): string => `pay_${randomBytes(12).toString('base64url')}`

const widgetAnswer = (orderId: string, paymentId: string, signature: string): WidgetAnswer => ({
  provider_order_id: orderId,
  provider_payment_id: paymentId,
  provider_signature: signature,
})

const STORE_BYTES = 16
/** 27 bytes with the store's id: a multiple of three has one spelling in base64url. */
const RANDOM_BYTES = 11

/** Contains the store's id, so that lookups go to one shard. */
export function newSandboxOrderId(storeId: string): string {
  const store = Buffer.from(storeId.replaceAll('-', ''), 'hex')
  return `order_${Buffer.concat([store, randomBytes(RANDOM_BYTES)]).toString('base64url')}`
}

/** Null when it is no id of the sandbox. */
export function storeOfSandboxOrder(providerOrderId: string): string | null {
  const encoded = /^order_([\w-]{36})$/.exec(providerOrderId)?.[1]
  if (encoded === undefined) return null
  const hex = Buffer.from(encoded, 'base64url').toString('hex', 0, STORE_BYTES)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
