/// <reference lib="dom" />
import { countryDefaults } from '../../../../shared/country-defaults.ts'
import { currentTimeZone, timeZoneChoices } from '../../../../shared/time-zones.ts'
import { countries } from '../parts/countries.ts'

const LONGEST_SHORT_NAME = 40
const SHORTEST_SHORT_NAME = 3

/** "Crème & Co." becomes `creme-co`. Empty for a name that has no letters of an address in it. */
export function shortNameOf(name: string): string {
  const made = name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[æœ]/g, (letter) => (letter === 'æ' ? 'ae' : 'oe'))
    .replace(/ø/g, 'o')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, LONGEST_SHORT_NAME)
    .replace(/-+$/, '')
  return made !== '' && made.length < SHORTEST_SHORT_NAME ? `${made}-shop` : made
}

/** Code and name of the countries that a store can be in. */
export const storeCountries = (): readonly (readonly [string, string])[] =>
  countries().filter(([code]) => countryDefaults(code) !== null)

const browserZone = (): string => currentTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Where the browser is: by its time zone, since many have English of the USA; else by its language. Empty if neither says. */
export function browserCountry(): string {
  const zone = browserZone()
  const known = storeCountries().map(([code]) => code)
  const [here] = known.filter((code) => countryDefaults(code)?.timeZones.includes(zone))
  if (here) return here
  const regions = navigator.languages.map((language) => new Intl.Locale(language).region)
  return regions.find((region) => region !== undefined && known.includes(region)) ?? ''
}

/** Id and words of the country's time zones, the browser's own first. */
export function zonesOf(country: string): readonly (readonly [string, string])[] {
  const [first, ...rest] = countryDefaults(country)?.timeZones ?? []
  if (first === undefined) return []
  const zone = browserZone()
  const choices = timeZoneChoices([first, ...rest], first)
  return choices.toSorted(([one], [other]) => Number(other === zone) - Number(one === zone))
}

/** The browser's, if the country has it; the only one; or none, to be chosen. */
export function proposedZone(country: string): string {
  const zones = countryDefaults(country)?.timeZones ?? []
  const zone = browserZone()
  if (zones.includes(zone)) return zone
  return zones.length === 1 ? (zones[0] ?? '') : ''
}

/** What the country decides: `Currency: Indian Rupee (INR).` */
export function currencyWords(country: string): string | null {
  const code = countryDefaults(country)?.currency
  if (!code) return null
  const name = new Intl.DisplayNames(navigator.language, { type: 'currency' }).of(code) ?? code
  return `Currency: ${name} (${code}).`
}
