import { currencyExponent } from './currencies.ts'

type Sign = '.' | ','

/** How a store writes numbers. A sign is null where people of its country use it in neither way, or it is not clear. */
export interface NumberFormat {
  /** An ISO 4217 code. */
  currency: string
  /** Before decimals. */
  decimal: Sign | null
  /** Between thousands. */
  group: Sign | null
}

type Signs = Pick<NumberFormat, 'decimal' | 'group'>

const point: Signs = { decimal: '.', group: ',' }
const unclear: Signs = { decimal: null, group: null }

// Of the CLDR, and not read from Intl, whose data differ between browsers and the server. Other countries write 1,234.50.
const countries: readonly (readonly [signs: Signs, countries: string])[] = [
  [
    { decimal: ',', group: '.' },
    `AD AR AZ BA BE BN BO BR CL CO CY DE DK DZ EA EC ES FO GL GQ GR HR IC ID IS IT LB LU LY MA MD ME MK MR NL RO RS RW SI
     SM SN SR TN TR UY VA VE VN`,
  ],
  [
    { decimal: ',', group: null },
    `AL AM AO AT AX BF BG BI BJ BL BV BY CD CF CG CI CM CR CV CZ DJ EE FI FR GA GE GF GN GP GW HU KG KM KZ LT LV MC MF MG
     MQ MZ NC NO PF PL PM PT RE RU SE SJ SK ST TD TF TG TJ TL TM UA UZ WF XK YT ZA`,
  ],
  [{ decimal: '.', group: null }, 'CH LI'],
]

const signsByCountry = new Map(
  countries.flatMap(([signs, codes]) => codes.split(/\s+/).map((country) => [country, signs] as const)),
)

const signsOf = (country: string): Signs => signsByCountry.get(country) ?? point

/** Currencies of several countries, with one whose people write numbers as the others do; null where they do not. */
const shared: Readonly<Record<string, string | null>> = {
  ...{ EUR: null, XDR: null, XSU: null, XUA: null },
  // Amounts such as 1.250 are shown with a point, and typed there with a comma.
  ...{ LYD: null, TND: null },
  ...{ XAF: 'CM', XOF: 'CI', XPF: 'PF', XCD: 'AG' },
}

function signsOfCurrency(currency: string): Signs | null {
  const { [currency]: country = currency.slice(0, 2) } = shared
  return country === null ? null : signsOf(country)
}

/**
 * Where the currency's people and those of the country write numbers in different ways, neither is taken for granted.
 * @param country an ISO 3166-1 code
 */
export function numberFormatOf(currency: string, country: string | null = null): NumberFormat {
  const own = signsOfCurrency(currency)
  // Amounts that end in three digits must be read in one way, wherever the store is.
  const there = country === null || currencyExponent(currency) >= 3 ? null : signsOf(country)
  if (!there) return { currency, ...(own ?? unclear) }
  if (!own) return { currency, ...there }
  return {
    currency,
    decimal: own.decimal === there.decimal ? own.decimal : null,
    group: own.group === there.group ? own.group : null,
  }
}

/**
 * How numbers are written in a CSV file of a store. One whose delimiter is not that of spreadsheets where the store is
 * comes from somewhere else.
 */
export function numberFormatOfFile(format: NumberFormat, delimiter: string): NumberFormat {
  const isUsual = delimiter === ',' ? format.decimal === '.' : delimiter === ';' ? format.decimal === ',' : true
  return isUsual ? format : { ...format, ...unclear }
}
