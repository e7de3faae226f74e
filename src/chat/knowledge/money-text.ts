import { currencyExponent, type Subunits, toMainUnits } from '../../platform/money.ts'

/** Formats an amount for people: 39950n INR is ₹399.50, 149900n INR is ₹1,499. */
export function moneyText(amount: Subunits, currency: string): string {
  const digits = currencyExponent(currency)
  const format = new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return format.format(toMainUnits(amount, currency))
}
