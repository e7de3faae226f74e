/**
 * An amount for people to read, such as ₹24,69,135.00 for `en-IN`.
 * @param amount in main currency units, as every amount of the gateway but `amount` of a checkout
 * @param currency an ISO 4217 code
 * @param locale a BCP 47 tag; by default the language of the browser or process
 */
export function formatMoney(amount: number, currency: string, locale?: string): string {
  const style = { style: 'currency', currency } as const
  const format = new Intl.NumberFormat(locale, style)
  // Intl drops the decimals of currencies such as IDR, which are rarely used in daily life, but can be charged.
  const decimals = String(amount).split('.')[1]?.length ?? 0
  return decimals <= (format.resolvedOptions().maximumFractionDigits ?? 0)
    ? format.format(amount)
    : new Intl.NumberFormat(locale, { ...style, minimumFractionDigits: decimals }).format(amount)
}
