/** ISO 3166-1. */
const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'

export const COUNTRY_CODES: readonly string[] = codes.split(' ')

const known: ReadonlySet<string> = new Set(COUNTRY_CODES)

export const COUNTRIES = known.size

/** Whether it is a code of two capital letters that a country has. */
export const isCountry = (code: string): boolean => known.has(code)

/** Code and name of each country, by name. @param language a BCP 47 tag */
export function countriesIn(language: string): readonly (readonly [code: string, name: string])[] {
  return COUNTRY_CODES.map((code) => [code, countryName(code, language)] as const).toSorted(([, one], [, other]) =>
    one.localeCompare(other, language),
  )
}

interface Home {
  /** The country that the owner has named. */
  shippingCountry: string | null
  /** ISO 4217. */
  currency: string
}

/**
 * The country that orders without a destination go to, ISO 3166-1. National currencies begin with their country's code;
 * null for a currency of several countries (EUR, XAF) where the owner has named none.
 */
export function homeCountry({ shippingCountry, currency }: Home): string | null {
  const ofCurrency = currency.slice(0, 2)
  return shippingCountry ?? (isCountry(ofCurrency) ? ofCurrency : null)
}

const WITH_ARTICLE =
  /^(?:United|Isle of|British|French Southern|Central African)|Islands|Republic|Territor|Netherlands|Philippines|Maldives|Comoros|Bahamas|Gambia/

const names = new Map<string, Intl.DisplayNames>()

/** @param country ISO 3166-1 @param language a BCP 47 tag */
export function countryName(country: string, language = 'en'): string {
  const inLanguage = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  names.set(language, inLanguage)
  return inLanguage.of(country) ?? country
}

/** The name within an English sentence: 'India', 'the United States'. @param country ISO 3166-1 */
export function countryInText(country: string): string {
  const name = countryName(country)
  return WITH_ARTICLE.test(name) ? `the ${name}` : name
}
