import { randomBytes } from 'node:crypto'
import type { Prisma } from '../generated/prisma/client.ts'
import type { Seal } from '../platform/secrets/sealed-secrets.ts'
import type { SandboxLedger } from './payments.sql.ts'
import type { Payments } from './provider.ts'
import { opened } from './provider-account.ts'
import { paymentSignature } from './signature.ts'

/** What a checkout widget passes to the page when the buyer is done. */
export interface WidgetAnswer {
  provider_order_id: string
  provider_payment_id: string
  provider_signature: string
}

/** A payment provider that moves no real money but behaves like a real one. Its ledger is its only state. */
export interface Sandbox extends Payments {
  /**
   * Pays the order. Paying again returns the same payment. Null when there is no such order, or the store's account is
   * not with the sandbox: it must never sign with the key of a provider that takes real money. Null also when the key
   * cannot be opened: the order is paid then, and has no signature that the buyer could hand over.
   * @param order selects the `provider_order_id`, `amount` and `currency` of the order
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

/** What a failed payment hands over: nothing is taken, and the signature is invalid. */
export const failedPayment = (providerOrderId: string): WidgetAnswer =>
  widgetAnswer(providerOrderId, newPaymentId(), randomBytes(32).toString('hex'))

const newPaymentId = (): string => `pay_${randomBytes(12).toString('base64url')}`

const widgetAnswer = (orderId: string, paymentId: string, signature: string): WidgetAnswer => ({
  provider_order_id: orderId,
  provider_payment_id: paymentId,
  provider_signature: signature,
})

const STORE_BYTES = 16
/** 27 bytes together with the store's id: a multiple of three has exactly one spelling in base64url. */
const RANDOM_BYTES = 11

/**
 * Makes a new provider order id of the sandbox. It contains the store's id, so that the order is found without asking
 * every shard.
 */
export function newSandboxOrderId(storeId: string): string {
  const store = Buffer.from(storeId.replaceAll('-', ''), 'hex')
  return `order_${Buffer.concat([store, randomBytes(RANDOM_BYTES)]).toString('base64url')}`
}

/** Reads the store's id from an order id; null when it is not an id of the sandbox. */
export function storeOfSandboxOrder(providerOrderId: string): string | null {
  const encoded = /^order_([\w-]{36})$/.exec(providerOrderId)?.[1]
  if (encoded === undefined) return null
  const hex = Buffer.from(encoded, 'base64url').toString('hex', 0, STORE_BYTES)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
