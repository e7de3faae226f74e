import type { DeliveryMethodFragment, ZoneRowFragment } from '../../../../generated/console/documents.ts'
import { regionName } from '../../../../shared/regions.ts'
import { countryName } from '../parts/countries.ts'
import { countOf, type Formats } from '../parts/formats.ts'

/** The names of queries that show zones. */
export const ZONE_QUERIES = ['Zones', 'Zone', 'TestDestination']

const MOST_NAMED = 4

const listOf = (names: readonly string[]): string => {
  const list = new Intl.ListFormat(navigator.language)
  return names.length <= MOST_NAMED
    ? list.format(names)
    : list.format([...names.slice(0, MOST_NAMED - 1), `${names.length - MOST_NAMED + 1} more`])
}

/** "India: Karnataka and Kerala, 12 postal code entries". */
export function whereText({ countries, regions, postalCodeCount }: ZoneRowFragment): string {
  const where = countries.length === 0 ? 'Every country' : listOf(countries.map(countryName))
  const parts = [
    ...(regions.length > 0 ? [listOf(regions.map(regionName))] : []),
    ...(postalCodeCount > 0 ? [countOf(postalCodeCount, 'postal code entry', 'postal code entries')] : []),
  ]
  return parts.length === 0 ? where : `${where}: ${parts.join(', ')}`
}

const bases = { FLAT: '', PRICE: ' by price', WEIGHT: ' by weight' } as const

/** "₹60.00 to ₹120.00 by weight, free from ₹1,499.00". */
export function feeText(method: DeliveryMethodFragment, formats: Formats): string {
  const { tiers, step, stepFee, freeFrom, basis } = method
  const fees = tiers.map(({ fee }) => fee)
  // Each order begins a step.
  const least = Math.min(...fees) + (step != null ? (stepFee ?? 0) : 0)
  const most = Math.max(...fees)
  const price = (fee: number) => (fee === 0 ? 'Free' : formats.money(fee))
  const text =
    step != null ? `From ${formats.money(least)}` : least === most ? price(least) : `${price(least)} to ${price(most)}`
  const free = freeFrom != null && most > 0 ? `, free from ${formats.money(freeFrom)}` : ''
  return `${text}${least === most && step == null ? '' : bases[basis]}${free}`
}

export function daysText({ minDays, maxDays }: DeliveryMethodFragment): string {
  if (minDays == null && maxDays == null) return ''
  if (maxDays == null) return `From ${countOf(minDays ?? 0, 'day')} on`
  if (maxDays === 0) return 'The same day'
  return minDays == null || minDays === maxDays
    ? `${minDays == null ? 'Within ' : ''}${countOf(maxDays, 'day')}`
    : `${minDays} to ${countOf(maxDays, 'day')}`
}
