import { countriesIn } from '../../../../shared/countries.ts'

let names: Intl.DisplayNames | null = null

/** In the language of the browser. @param code ISO 3166-1 */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames(navigator.language, { type: 'region' })
  return names.of(code) ?? code
}

let known: readonly (readonly [string, string])[] | null = null

/** Code and name, by name. */
export function countries(): readonly (readonly [string, string])[] {
  known ??= countriesIn(navigator.language)
  return known
}
