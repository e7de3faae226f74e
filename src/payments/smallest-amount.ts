import type { PaymentProvider } from '../generated/prisma/enums.ts'
import type { Subunits } from '../platform/money.ts'

/** Least amounts that providers are known to take, by currency. What stands nowhere is left to the provider to judge. */
const known: Partial<Record<PaymentProvider, Record<string, Subunits>>> = { RAZORPAY: { INR: 100n } }

/** The least amount that the provider takes in a currency, ISO 4217. */
export const smallestAmount = (provider: PaymentProvider, currency: string): Subunits =>
  known[provider]?.[currency] ?? 1n
