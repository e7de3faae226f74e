import { africaAndNearEast } from './regions/africa-and-near-east.ts'
import { americas } from './regions/americas.ts'
import { asiaAndPacific } from './regions/asia-and-pacific.ts'
import { europe } from './regions/europe.ts'
import type { KnownRegions } from './regions/known-regions.ts'

/** Countries all of whose regions are known. The names are those of addresses, in English or as they are written there. */
const known: Readonly<Record<string, KnownRegions>> = {
  ...americas,
  ...europe,
  ...asiaAndPacific,
  ...africaAndNearEast,
}

/** Letters that are not a plain letter with an accent. */
const plainLetters: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', đ: 'd', ø: 'o' }

/** Letters and digits without accents, so that `québec`, `Tamilnadu` and `Jammu & Kashmir` are found. */
const comparable = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
    .replace(/[ıłđø]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/&/g, 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '')

const codesByName = new Map<string, ReadonlyMap<string, string>>()

function codesOf(country: string, { names }: KnownRegions): ReadonlyMap<string, string> {
  const found = codesByName.get(country)
  if (found) return found
  const codes = new Map(
    Object.entries(names).flatMap(([code, named]) =>
      named.split('|').map((name): [string, string] => [comparable(name), code]),
    ),
  )
  for (const code of Object.keys(names)) codes.set(comparable(code), code)
  codesByName.set(country, codes)
  return codes
}

/**
 * A region as zones name it: 'IN-KA' for 'IN-KA', 'ka' and 'Karnataka'. Where the country's regions are not known, it
 * has to be given by its code. Null for what is neither.
 * @param country ISO 3166-1
 */
export function regionCode(country: string, text: string): string | null {
  const trimmed = text.trim().toUpperCase()
  const local = trimmed.startsWith(`${country}-`) ? trimmed.slice(country.length + 1) : trimmed
  const regions = known[country]
  if (regions) {
    const code = codesOf(country, regions).get(comparable(local))
    return code === undefined ? null : `${country}-${code}`
  }
  return /^[A-Z0-9]{1,3}$/.test(local) ? `${country}-${local}` : null
}

const firstName = (names: string): string => names.split('|')[0] ?? names

/** The name of a region; the code of one that is not known. @param code ISO 3166-2 */
export function regionName(code: string): string {
  const [country = '', local = ''] = code.split('-')
  const names = known[country]?.names[local]
  return names === undefined ? code : firstName(names)
}

/** Code and name of the country's regions, by name; null where they are not known. @param country ISO 3166-1 */
export function regionsOf(country: string): readonly (readonly [code: string, name: string])[] | null {
  const regions = known[country]
  if (!regions) return null
  return Object.entries(regions.names)
    .map(([code, names]) => [`${country}-${code}`, firstName(names)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))
}

/** Countries whose regions are known. */
export const COUNTRIES_WITH_REGIONS: readonly string[] = Object.keys(known).toSorted()

/** How a region is to be written, for descriptions of parameters. */
export const REGION_FORM = `The region as an ISO 3166-2 code, such as IN-KA; its name will do in these countries: ${COUNTRIES_WITH_REGIONS.join(', ')}.`

/** What a country calls its regions, such as `Province`. */
export const regionWord = (country: string): string => known[country]?.word ?? 'State or region'
