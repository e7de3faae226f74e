import type { PaymentProvider } from '../generated/prisma/enums.ts'
import type { Subunits } from '../platform/money.ts'

/** A store's account with a payment provider, its secrets opened. */
export interface ProviderAccount {
  storeId: string
  provider: PaymentProvider
  /** Public: the buyer's page needs it. */
  keyId: string
  keySecret: string
  /** null: no notice of the provider can be believed. */
  webhookSecret: string | null
}

export interface OrderToPay {
  amount: Subunits
  /** ISO 4217. */
  currency: string
  orderNo: string
}

/** What a provider calls the order that the buyer is to pay. */
export interface ProviderOrder {
  id: string
}

/** Money that a provider says it has taken. Compare amount and currency with the order's before believing it settled. */
export interface CapturedPayment {
  providerOrderId: string
  providerPaymentId: string
  amount: Subunits
  currency: string
}

/** Payments as every provider does them. Any trouble there is Problem UPSTREAM_FAILED `Payment provider unavailable`. */
export interface Payments {
  createOrder(account: ProviderAccount, order: OrderToPay): Promise<ProviderOrder>
  /** What was paid for the order, whether or not anybody told us: for reconciliation. */
  capturedPayments(account: ProviderAccount, providerOrderId: string): Promise<CapturedPayment[]>
}
