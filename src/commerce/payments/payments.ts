import type { Logger } from '../../platform/logger.ts'
import type { PaymentProvider, Payments } from './provider.ts'
import { createRazorpay } from './razorpay.ts'

interface PaymentsOptions {
  /** Without `/v1` or a trailing slash; null for the provider's own. */
  baseUrl: string | null
  /** Of a whole call with its second try; 10 s by default. */
  timeoutMs?: number
  sandbox: Payments
  log: Logger
}

const RAZORPAY_URL = 'https://api.razorpay.com'
const TIMEOUT_MS = 10_000

/** @throws Error when the base URL holds a user or a password */
export function createPayments({ baseUrl, timeoutMs = TIMEOUT_MS, sandbox, log }: PaymentsOptions): Payments {
  const razorpay = createRazorpay({ baseUrl: baseUrl ?? RAZORPAY_URL, timeoutMs, log })
  const providers: Record<PaymentProvider, Payments> = { SANDBOX: sandbox, RAZORPAY: razorpay }
  return {
    ownOrderId: (account) => providers[account.provider].ownOrderId(account),
    createOrder: (account, order) => providers[account.provider].createOrder(account, order),
    paymentsOf: (account, providerOrderId) => providers[account.provider].paymentsOf(account, providerOrderId),
    refund: (account, request) => providers[account.provider].refund(account, request),
    refundsOf: (account, payment) => providers[account.provider].refundsOf(account, payment),
  }
}
