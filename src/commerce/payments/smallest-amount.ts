import { moneyInWords, type Subunits } from '../../platform/money.ts'
import type { PaymentProvider } from './provider.ts'

interface Bounds {
  least: Subunits
  /** Unless agreed otherwise. */
  most: Subunits
}

/** By currency, where known; otherwise the provider decides. */
const known: Partial<Record<PaymentProvider, Record<string, Bounds>>> = {
  RAZORPAY: { INR: { least: 100n, most: 50_000_000n } },
}

/** @param currency ISO 4217 */
export const smallestAmount = (provider: PaymentProvider, currency: string): Subunits =>
  known[provider]?.[currency]?.least ?? 1n

/**
 * Names the bounds if the provider does, or the amount is outside known ones.
 * @param refused the provider's reason in one line
 */
export function amountRefused(
  provider: PaymentProvider,
  { amount, currency }: { amount: Subunits; currency: string },
  refused: string,
): string {
  const bounds = known[provider]?.[currency]
  const isOutside = bounds !== undefined && (amount < bounds.least || amount > bounds.most)
  const inWords = (bound: Subunits) => moneyInWords({ amount: bound, currency })
  const why = namesAmount(refused, currency)
    ? ` The payment provider says: ${refused}`
    : isOutside
      ? ` The payment provider takes ${inWords(bounds.least)} to ${inWords(bounds.most)}.`
      : ''
  return `This amount cannot be paid online.${why}`
}

const namesAmount = (text: string, currency: string): boolean =>
  new RegExp(`\\b${currency} ?\\d|\\d ?${currency}\\b`).test(text)
