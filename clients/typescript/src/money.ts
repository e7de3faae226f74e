// As the gateway counts. Intl follows the CLDR, which drops decimals that can be charged (IDR, PKR).
const decimals: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const decimalsOf = (currency: string): number =>
  Number(Object.keys(decimals).find((count) => decimals[Number(count)]?.split(' ').includes(currency)) ?? 2)

/**
 * An amount for people to read, such as ₹24,69,135.00 for `en-IN`, as the gateway writes it in its shop and mails.
 * @param amount in main currency units, as every amount of the gateway but `amount` of a checkout
 * @param currency an ISO 4217 code
 * @param locale a BCP 47 tag; by default the language of the browser or process
 */
export function formatMoney(amount: number, currency: string, locale?: string): string {
  const language = locale ?? new Intl.NumberFormat().resolvedOptions().locale
  const digits = decimalsOf(currency)
  // Rupees are grouped in lakhs and crores in every English.
  const format = new Intl.NumberFormat(currency === 'INR' && /^en\b/.test(language) ? 'en-IN' : language, {
    ...({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const),
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  })
  return format.format(amount)
}
