import { countriesIn, countryName as nameIn } from '../../../../shared/countries.ts'

/** In the language of the browser. @param code ISO 3166-1 */
export const countryName = (code: string): string => nameIn(code, navigator.language)

let known: readonly (readonly [string, string])[] | null = null

/** Code and name, by name. */
export function countries(): readonly (readonly [string, string])[] {
  known ??= countriesIn(navigator.language)
  return known
}
