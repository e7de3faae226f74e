const formats = new Map<string, Intl.NumberFormat>()

/** As people write it; whole amounts have no decimals. @param amount in main currency units */
export function money(amount: number, currency: string): string {
  let format = formats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en', {
      ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
      trailingZeroDisplay: 'stripIfInteger',
    } as Intl.NumberFormatOptions) // TypeScript does not know `trailingZeroDisplay` for ES2023.
    formats.set(currency, format)
  }
  return format.format(amount)
}
