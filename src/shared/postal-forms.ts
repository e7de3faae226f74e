/**
 * The forms of postal codes without blanks, hyphens and the country's own letters: 0 is a digit, 1 one that is not 0, A
 * a letter, X a letter or a digit. An example as people write it follows the colon. Where a country is in no list, what
 * its codes look like is not known here.
 */
const forms: readonly (readonly [countries: string, forms: string])[] = [
  ['AF AL AM AZ BD CC CV CX CY ET GE GL HM HT LR LV MD MK MZ NE NF SI SJ TN', '0000'],
  ['AT AU BE BG CH DK HU LI LU NO NZ PH ZA', '1000 0000: 1010'],
  ['AX BA CR CU DO DZ EG FI HR IQ JO KE KW LA LK ME MA MC MM MU NI PK PM RE RS SA SM SN TH TR UA UY VA XK ZM', '00000'],
  ['BL GF GP HN MF MQ NC NP PF SD WF YT', '00000'],
  ['AS FM GU MH MP PR PW UM VI', '00000'],
  ['BY CO EC KG NG RO RU TJ TM TT UZ', '000000'],
  ['KZ', '000000 A00A0A0'],
  ['PY', '0000 000000'],
  ['VE', '0000 0000A'],
  ['AD FO IS LS MG OM PG', '000'],
  ['AR', '0000 A0000 A0000AAA: C1425DKA'],
  ['AI GW VC VG', '0000'],
  ['BB BT LC MV NA', '00000'],
  ['BH', '000 0000: 317'],
  ['BM', 'AA00 AAAA: HM 12'],
  ['BN', 'AA0000: BA1511'],
  ['BR', '00000000: 01310-100'],
  ['CA', 'A0A0A0: K1A 0B1'],
  ['CL', '0000000: 8340457'],
  ['CN', '000000: 100096'],
  ['CZ', '00000: 110 00'],
  ['DE', '00000: 10115'],
  ['EE', '00000: 11212'],
  ['ES', '00000: 28001'],
  ['FR', '00000: 75001'],
  ['GB GG IM JE', 'A00AA A000AA A0A0AA AA00AA AA000AA AA0A0AA AAA0AA: SW1A 1AA'],
  ['FK GS PN SH TC', 'AAAA0AA: FIQQ 1ZZ'],
  ['GI', 'AA000AA: GX11 1AA'],
  ['GR', '00000: 105 57'],
  ['GT', '00000: 01001'],
  ['ID', '00000: 10110'],
  ['IE', 'A0XXXXX A0X: D02 X285'],
  ['IL', '00000 0000000: 6100001'],
  ['IN', '100000: 560001'],
  ['IO', 'AAAA0AA: BBND 1ZZ'],
  ['IR', '0000000000: 11936-12345'],
  ['IT', '00000: 00118'],
  ['JP', '0000000: 100-0001'],
  ['KH', '00000 000000: 120101'],
  ['KR', '00000: 03051'],
  ['KY', '00000: KY1-1100'],
  ['LB', '0000 00000000: 2038 3054'],
  ['LT', '00000: 01103'],
  ['MN', '00000 000000: 13380'],
  ['MT', 'AAA0000 AAA00 AAA000: VLT 1117'],
  ['MX', '00000: 06000'],
  ['MY', '00000: 50050'],
  ['NL', '1000AA: 1012 JS'],
  ['PE', '00000: 15001'],
  ['PL', '00000: 00-950'],
  ['PT', '0000000 0000: 1000-205'],
  ['SE', '00000: 114 55'],
  ['SG', '000000: 546080'],
  ['SK', '00000: 010 01'],
  ['SV', '0000 00000: 1101'],
  ['SZ', 'A000: H100'],
  ['TW', '000 00000 000000: 106'],
  ['US', '00000: 78701'],
  ['VN', '00000 000000: 100000'],
]

interface PostalForms {
  /** Patterns of the same alphabet as above. */
  patterns: readonly string[]
  example: string | null
}

const byCountry: ReadonlyMap<string, PostalForms> = new Map(
  forms.flatMap(([countries, written]) => {
    const [patterns = '', example = null] = written.split(': ')
    return countries.split(' ').map((country) => [country, { patterns: patterns.split(' '), example }] as const)
  }),
)

/** Countries without postal codes. */
const without = new Set(
  'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GN GQ GY HK JM KI KM KN KP LY ML MO MR MW NR NU QA RW SB SC SL SO SR SS ST SX SY TD TG TK TL TO TV UG VU YE ZW'.split(
    ' ',
  ),
)

/** Null where they are not known. @param country ISO 3166-1 */
export const postalForms = (country: string): PostalForms | null => byCountry.get(country) ?? null

/** Whether addresses of the country have postal codes, as far as is known. @param country ISO 3166-1 */
export const hasPostalCodes = (country: string): boolean => !without.has(country)

/** A country of each list above: together they have every known form. */
export const COUNTRIES_BY_FORM: readonly string[] = forms.map(([countries]) => countries.split(' ')[0] ?? '')

/** Countries whose forms are known. */
export const COUNTRIES_WITH_FORMS: readonly string[] = [...byCountry.keys()]

/**
 * Where no example is known, a country may have codes of other forms, too: as long as the shortest known one, with a
 * digit.
 */
export function mayFitCountry(code: string, country: string): boolean {
  if (fitsCountry(code, country, { isWhole: true })) return true
  const forms = postalForms(country)
  if (forms?.example !== null) return false
  return /\d/.test(code) && code.length >= Math.min(...forms.patterns.map(({ length }) => length))
}

/** Letters before a hyphen that name the country beside its own code. */
const otherLetters: Readonly<Record<string, string>> = {
  ...{ AT: 'A', BE: 'B', DE: 'D', ES: 'E', FI: 'FIN', FR: 'F', GB: 'UK', IT: 'I', LU: 'L', NO: 'N', PT: 'P' },
  ...{ SE: 'S', SI: 'SLO', SM: 'RSM', VA: 'V' },
}

/** What a code may begin with to name its country. @param country ISO 3166-1 */
export const countryLetters = (country: string): readonly string[] => {
  const other = otherLetters[country]
  return other === undefined ? [country] : [country, other]
}

const fitting: Readonly<Record<string, string>> = { 0: '[0-9]', 1: '[1-9]', A: '[A-Z]', X: '[A-Z0-9]' }

const compiledForms = new Map<string, RegExp>()

function expression(pattern: string): RegExp {
  const known = compiledForms.get(pattern)
  if (known) return known
  const made = new RegExp(`^${[...pattern].map((sign) => fitting[sign]).join('')}$`)
  compiledForms.set(pattern, made)
  return made
}

/** Whether the text is as long as the pattern, or begins one if it need not be whole. */
const fits = (text: string, pattern: string, isWhole: boolean): boolean =>
  (isWhole ? text.length === pattern.length : text.length <= pattern.length) &&
  expression(pattern.slice(0, text.length)).test(text)

/** Whether the country has such codes, or codes that begin so. True where its forms are not known. */
export const fitsCountry = (code: string, country: string, { isWhole }: { isWhole: boolean }): boolean =>
  byCountry.get(country)?.patterns.some((pattern) => fits(code, pattern, isWhole)) ?? true
