import type { Subunits } from '../platform/money.ts'
import type { ProviderRefusal } from './provider-failure.ts'

/** Who takes the money. A CHECK of the database holds the same list. */
export const PaymentProvider = {
  SANDBOX: 'SANDBOX',
  RAZORPAY: 'RAZORPAY',
} as const
export type PaymentProvider = (typeof PaymentProvider)[keyof typeof PaymentProvider]

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

interface OrderToPay {
  amount: Subunits
  /** An ISO 4217 code. */
  currency: string
  orderNo: string
}

/** The provider's order that the buyer pays. */
interface ProviderOrder {
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

/** The payments of an order, as the provider reports them. */
export interface PaymentsOfOrder {
  captured: CapturedPayment[]
  /** The money is set aside for the store, and goes back to the buyer unless it is captured within days. */
  authorized: CapturedPayment[]
}

/** What the provider calls a payment, and the order that it is for. */
export type PaymentOfOrder = Pick<CapturedPayment, 'providerOrderId' | 'providerPaymentId'>

/** Money to give back of a payment. Asking again with the same receipt gives back nothing more. */
export interface RefundRequest extends Omit<CapturedPayment, 'amount'> {
  /** What is given back of the payment. */
  amount: Subunits
  /** What this service calls the refund. */
  receipt: string
}

/** A refund as the provider reports it. */
export interface ProviderRefund {
  providerRefundId: string
  providerPaymentId: string
  amount: Subunits
  currency: string
  /** `pending` while the provider works on it. */
  status: 'pending' | 'processed' | 'failed'
  /** The receipt of the request; null when the refund was made elsewhere, such as in the provider's dashboard. */
  receipt: string | null
}

/** What the buyer's bank wants back of a payment. */
export interface ProviderDispute {
  disputeId: string
  providerPaymentId: string
  amount: Subunits
  currency: string
  /** In one line; null when the provider gives none. */
  reason: string | null
  /** Null when the provider does not say. */
  since: Date | null
  respondBy: Date | null
}

/** Where a dispute stands. */
export type DisputeState = 'created' | 'action_required' | 'under_review' | 'won' | 'lost' | 'closed'

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
  /** @throws Problem BAD_USER_INPUT also when the provider refuses the amount or the currency */
  createOrder(account: ProviderAccount, order: OrderToPay): Promise<ProviderOrder>
  /** The payments for the order, asked of the provider; for reconciliation, when no notice arrived. */
  paymentsOf(account: ProviderAccount, providerOrderId: string): Promise<PaymentsOfOrder>
  /** Gives money back. When the call fails, it is not known whether the provider has carried it out. */
  refund(account: ProviderAccount, request: RefundRequest): Promise<ProviderRefund | ProviderRefusal>
  /** All refunds of a payment, asked of the provider. */
  refundsOf(account: ProviderAccount, payment: PaymentOfOrder): Promise<ProviderRefund[] | ProviderRefusal>
}
