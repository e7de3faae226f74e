import { countryInText } from './countries.ts'
import { isPostalCode, postalCodeHint } from './postal-codes.ts'
import { hasPostalCodes } from './postal-forms.ts'
import { regionCode, regionsOf, regionWord } from './regions.ts'

/** What is wrong with a postal code, for people; null when the country can have it. @param country ISO 3166-1 */
function postalCodeMistake(written: string, country: string): string | null {
  if (isPostalCode(written, country)) return null
  const name = countryInText(country)
  if (!hasPostalCodes(country)) return `Leave the postal code empty for ${name}.`
  const hint = postalCodeHint(country)
  return `Enter a postal code of ${name}${hint && `, ${hint}`}.`
}

/** What is wrong with a region, for people; null when it can be read. @param country ISO 3166-1 */
function regionMistake(written: string, country: string): string | null {
  if (regionCode(country, written) !== null) return null
  const word = regionWord(country).toLowerCase()
  const [example] = regionsOf(country) ?? []
  return example
    ? `Enter the name of the ${word} in ${countryInText(country)}, such as ${example[1]}.`
    : `Enter the code of the ${word}, such as ${country}-1.`
}

interface Place {
  country: string
  region?: string | null | undefined
  postalCode?: string | null | undefined
}

/** What is wrong with a place, beside the names of its parts. */
export function placeMistakes({ country, region, postalCode }: Place): { field: string; message: string }[] {
  const found = {
    region: region == null ? null : regionMistake(region, country),
    postalCode: postalCode == null ? null : postalCodeMistake(postalCode, country),
  }
  return Object.entries(found).flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))
}
