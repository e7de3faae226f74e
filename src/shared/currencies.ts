// Ours, not Intl's: it follows the CLDR, which drops decimals that payment providers count in (IDR, PKR).
const decimals: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const exponents = new Map(
  Object.entries(decimals).flatMap(([exponent, codes]) =>
    codes.split(' ').map((code) => [code, Number(exponent)] as const),
  ),
)

/** Number of decimals of the currency's main unit: INR 2, JPY 0, KWD 3. */
export const currencyExponent = (currency: string): number => exponents.get(currency) ?? 2

/** The currencies with so many decimals, unless it is the usual number of 2. */
export const currenciesOf = (exponent: 0 | 3 | 4): string[] => (decimals[exponent] ?? '').split(' ')
