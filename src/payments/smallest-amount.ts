import type { Subunits } from '../platform/money.ts'
import type { PaymentProvider } from './payment-provider.ts'

/** The smallest amounts that providers accept, where known, by currency. For all others the provider decides. */
const known: Partial<Record<PaymentProvider, Record<string, Subunits>>> = { RAZORPAY: { INR: 100n } }

/** The smallest amount that the provider accepts in the currency (ISO 4217). */
export const smallestAmount = (provider: PaymentProvider, currency: string): Subunits =>
  known[provider]?.[currency] ?? 1n
