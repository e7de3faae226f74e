/** Regions that browsers name as well, but no country of ISO 3166-1 has. */
const OTHERS = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '))

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The codes of ISO 3166-1 that the browser has names for, without those of countries that are no more. */
export function countryCodes(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => names.of(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` && !OTHERS.has(code),
  )
}

let names: Intl.DisplayNames | null = null

/** In the language of the browser. @param code ISO 3166-1 */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames(navigator.language, { type: 'region' })
  return names.of(code) ?? code
}

let known: readonly (readonly [string, string])[] | null = null

/** Code and name, by name. */
export function countries(): readonly (readonly [string, string])[] {
  known ??= countryCodes()
    .map((code) => [code, countryName(code)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other))
  return known
}
