import type { Subunits } from '../platform/money.ts'
import type { PaymentProvider } from './payment-provider.ts'

/** A store's account with a payment provider, with its secrets opened. */
export interface ProviderAccount {
  storeId: string
  provider: PaymentProvider
  /** The public key id, which the buyer's page needs. */
  keyId: string
  keySecret: string
  /** Without it (null) no notice of the provider is accepted. */
  webhookSecret: string | null
}

export interface OrderToPay {
  amount: Subunits
  /** An ISO 4217 code. */
  currency: string
  orderNo: string
}

/** The provider's order that the buyer pays. */
export interface ProviderOrder {
  id: string
}

/**
 * A payment that the provider says it has captured. Compare amount and currency with the order's before you settle it.
 */
export interface CapturedPayment {
  providerOrderId: string
  providerPaymentId: string
  amount: Subunits
  currency: string
}

/**
 * What every payment provider offers.
 * @throws Problem UPSTREAM_FAILED `Payment provider unavailable` when a call fails
 */
export interface Payments {
  /**
   * The id of a new order at a provider that need not be asked for one, such as the sandbox; null when only
   * `createOrder` gives one.
   */
  ownOrderId(account: ProviderAccount): string | null
  createOrder(account: ProviderAccount, order: OrderToPay): Promise<ProviderOrder>
  /** The payments for the order, asked of the provider; for reconciliation, when no notice arrived. */
  capturedPayments(account: ProviderAccount, providerOrderId: string): Promise<CapturedPayment[]>
}
