import { countryName } from './countries.ts'
import { hasPostalCodes } from './postal-forms.ts'
import { regionName } from './regions.ts'

/** Where an address names its state or province, which stands between town and postal code. */
const WITH_REGION: ReadonlySet<string> = new Set('AU BR CA CN IN JP MX US'.split(' '))
/** Where the postal code stands before the town. */
const CODE_FIRST: ReadonlySet<string> = new Set(
  'AT BE BG CH CZ DE DK EE ES FI FR GR HR IS IT LI LT LU MC NL NO PL PT RO RS SE SI SK SM TR UA VA'.split(' '),
)
const WITH_CODE: ReadonlySet<string> = new Set('GB GG IM JE KR MY RU SG TH TW ZA'.split(' '))

/** Whether a parcel needs the state or province. @param country ISO 3166-1 */
export const namesRegion = (country: string): boolean => WITH_REGION.has(country)

/** Whether a parcel needs the postal code. @param country ISO 3166-1 */
export const namesPostalCode = (country: string): boolean =>
  hasPostalCodes(country) && (WITH_REGION.has(country) || CODE_FIRST.has(country) || WITH_CODE.has(country))

export interface AddressParts {
  /** Street, house number and what else stands above the town, in up to several lines. */
  street: string | null
  city: string | null
  /** ISO 3166-2, or as it was written. */
  region: string | null
  postalCode: string | null
  /** ISO 3166-1. */
  country: string | null
}

/** As it is written on a parcel, without a name. */
export function addressText({ street, city, region, postalCode, country }: AddressParts): string {
  const named = region === null ? null : regionName(region)
  const spaced = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ')
  const town =
    country !== null && CODE_FIRST.has(country) ? [spaced(postalCode, city), named] : [city, spaced(named, postalCode)]
  return [street, town.filter(Boolean).join(', '), country && countryName(country)].filter(Boolean).join('\n')
}
