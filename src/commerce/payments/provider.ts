import type { Subunits } from '../../platform/money.ts'
import type { ProviderRefusal } from './provider-failure.ts'

export const PaymentProvider = {
  SANDBOX: 'SANDBOX',
  RAZORPAY: 'RAZORPAY',
} as const
export type PaymentProvider = (typeof PaymentProvider)[keyof typeof PaymentProvider]

export interface ProviderAccount {
  storeId: string
  provider: PaymentProvider
  /** Public; the buyer's page needs it. */
  keyId: string
  keySecret: string
  /** Null accepts no webhooks. */
  webhookSecret: string | null
}

interface OrderToPay {
  amount: Subunits
  /** ISO 4217. */
  currency: string
  orderNo: string
}

interface ProviderOrder {
  id: string
}

/** Captured according to the provider. Compare amount and currency before settling. */
export interface CapturedPayment {
  providerOrderId: string
  providerPaymentId: string
  amount: Subunits
  currency: string
}

export interface PaymentsOfOrder {
  captured: CapturedPayment[]
  /** Reserved; returned to the buyer unless captured within days. */
  authorized: CapturedPayment[]
}

export type PaymentOfOrder = Pick<CapturedPayment, 'providerOrderId' | 'providerPaymentId'>

/** Repeating a receipt refunds nothing more. */
export interface RefundRequest extends Omit<CapturedPayment, 'amount'> {
  amount: Subunits
  /** This service's name of the refund. */
  receipt: string
}

export interface ProviderRefund {
  providerRefundId: string
  providerPaymentId: string
  amount: Subunits
  currency: string
  status: 'pending' | 'processed' | 'failed'
  /** Null for a refund made elsewhere, such as the provider's dashboard. */
  receipt: string | null
}

/** A chargeback of the buyer's bank. */
export interface ProviderDispute {
  disputeId: string
  providerPaymentId: string
  amount: Subunits
  currency: string
  /** One line; null when not given. */
  reason: string | null
  since: Date | null
  respondBy: Date | null
}

export type DisputeState = 'created' | 'action_required' | 'under_review' | 'won' | 'lost' | 'closed'

/** @throws Problem UPSTREAM_FAILED `Payment provider unavailable` when a call fails */
export interface Payments {
  /** A new order's id where no call is needed, as in the sandbox; null when only `createOrder` gives one. */
  ownOrderId(account: ProviderAccount): string | null
  /** @throws Problem BAD_USER_INPUT also for a refused amount or currency */
  createOrder(account: ProviderAccount, order: OrderToPay): Promise<ProviderOrder>
  /** For reconciliation, when no webhook arrived. */
  paymentsOf(account: ProviderAccount, providerOrderId: string): Promise<PaymentsOfOrder>
  /** After a failed call the refund may have happened. */
  refund(account: ProviderAccount, request: RefundRequest): Promise<ProviderRefund | ProviderRefusal>
  refundsOf(account: ProviderAccount, payment: PaymentOfOrder): Promise<ProviderRefund[] | ProviderRefusal>
}
