import type { PostalCodes } from '../../shared/postal-code-set.ts'
import { hasPostalCodes } from '../../shared/postal-forms.ts'
import type { DeliveryTerms } from '../checkout/pricing/delivery.ts'
import type { DeliveryKind, PickupPlace } from './delivery-kinds.ts'

/** What is known of where an order is to be delivered. */
export interface Place {
  /** ISO 3166-1; null when it is not known. */
  country: string | null
  /** ISO 3166-2; null when it is not known. */
  region: string | null
  /** As the buyer has written it; null when it is not known. */
  postalCode: string | null
}

/** Where an order is to be delivered. */
export interface Destination extends Place {
  country: string
}

/** A delivery method of a zone. */
export interface DeliveryMethod extends DeliveryTerms {
  name: string
  description: string
  kind: DeliveryKind
  minDays: number | null
  maxDays: number | null
  /** Null for a method that delivers. */
  pickup: PickupPlace | null
}

/** A zone as destinations are compared with it. */
export interface Zone {
  code: string
  name: string
  /** Null for every country. */
  countries: ReadonlySet<string> | null
  /** Null for every region. */
  regions: ReadonlySet<string> | null
  /** Null for every postal code. */
  postalCodes: PostalCodes | null
  /** Null when no code is excluded. */
  excludedCodes: PostalCodes | null
  /** Those that are active, in the owner's order. */
  methods: readonly DeliveryMethod[]
}

/** What a zone says to a destination. */
export type Match = 'YES' | 'COUNTRY' | 'REGION' | 'POSTAL_CODE' | 'EXCLUDED' | keyof typeof missing

/** What a destination has to say for a zone to match. */
export type MissingPart = 'country' | 'region' | 'postalCode'

const missing = {
  COUNTRY_NEEDED: 'country',
  REGION_NEEDED: 'region',
  CODE_NEEDED: 'postalCode',
} as const satisfies Record<string, MissingPart>

export const isMissing = (match: Match): match is keyof typeof missing => match in missing

/** Compares a destination with one zone. Where the destination says too little, the zone does not match. */
export function matchZone(zone: Zone, { country, region, postalCode }: Place): Match {
  if (zone.countries !== null && country === null) return 'COUNTRY_NEEDED'
  if (zone.countries !== null && country !== null && !zone.countries.has(country)) return 'COUNTRY'
  const codes = matchCodes(zone, country, postalCode)
  if (zone.regions === null) return codes
  if (region !== null) return zone.regions.has(region) ? codes : 'REGION'
  if (!hasRegionOf(zone.regions, country)) return 'REGION'
  // No region brings a postal code into the zone that is not of it.
  return codes === 'POSTAL_CODE' || codes === 'EXCLUDED' ? codes : 'REGION_NEEDED'
}

function matchCodes(zone: Zone, country: string | null, postalCode: string | null): Match {
  if (zone.postalCodes === null && zone.excludedCodes === null) return 'YES'
  if (postalCode === null) {
    if (country === null || hasPostalCodes(country)) return 'CODE_NEEDED'
    return zone.postalCodes === null ? 'YES' : 'POSTAL_CODE'
  }
  if (zone.postalCodes !== null && !zone.postalCodes.has(postalCode, country)) return 'POSTAL_CODE'
  return zone.excludedCodes?.has(postalCode, country) ? 'EXCLUDED' : 'YES'
}

const hasRegionOf = (regions: ReadonlySet<string>, country: string | null): boolean =>
  country === null || [...regions].some((region) => region.startsWith(`${country}-`))

/** The zone of a destination, or why there is none: it is delivered to nobody there, or the destination says too little. */
export type FoundZone =
  | { zone: Zone }
  | { zone: null; why: 'NOT_DELIVERED' }
  | { zone: null; why: 'UNKNOWN_DESTINATION'; needs: MissingPart }

/**
 * The first zone that matches, unless one before it goes by what the destination leaves out. A buyer who names no
 * destination is taken to be in the store's country, where only zones match that need to know no more.
 * @param zones in the owner's order
 * @param home the store's country; null where nothing names it
 */
export function findZone(zones: readonly Zone[], destination: Destination | null, home: string | null): FoundZone {
  const place = destination ?? { country: home, region: null, postalCode: null }
  const matches = zones.map((zone) => ({ zone, match: matchZone(zone, place) }))
  const found = matches.find(({ match }) => match === 'YES' || (destination !== null && isMissing(match)))
  if (found?.match === 'YES') return { zone: found.zone }
  const [first] = matches.map(({ match }) => match).filter(isMissing)
  if (first) return { zone: null, why: 'UNKNOWN_DESTINATION', needs: missing[first] }
  return destination === null
    ? { zone: null, why: 'UNKNOWN_DESTINATION', needs: 'country' }
    : { zone: null, why: 'NOT_DELIVERED' }
}
