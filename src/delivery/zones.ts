import type { DeliveryTerms } from '../checkout/pricing/delivery.ts'
import type { PostalCodes } from '../platform/text/postal-codes.ts'
import type { DeliveryKind, PickupPlace } from './delivery-kinds.ts'

/** Where an order is to be delivered. */
export interface Destination {
  /** ISO 3166-1. */
  country: string
  /** ISO 3166-2; null when it is not known. */
  region: string | null
  /** As the buyer has written it; null when it is not known. */
  postalCode: string | null
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
export type Match = 'YES' | 'COUNTRY' | 'REGION' | 'POSTAL_CODE' | 'EXCLUDED' | 'CODE_NEEDED' | 'REGION_NEEDED'

/** Compares a destination with one zone. Where the destination says too little, the zone does not match. */
export function matchZone(zone: Zone, { country, region, postalCode }: Destination): Match {
  if (zone.countries !== null && !zone.countries.has(country)) return 'COUNTRY'
  if (zone.regions !== null && region === null) return 'REGION_NEEDED'
  if (zone.regions !== null && region !== null && !zone.regions.has(region)) return 'REGION'
  if (zone.postalCodes === null && zone.excludedCodes === null) return 'YES'
  if (postalCode === null) return 'CODE_NEEDED'
  if (zone.postalCodes !== null && !zone.postalCodes.has(postalCode)) return 'POSTAL_CODE'
  return zone.excludedCodes?.has(postalCode) ? 'EXCLUDED' : 'YES'
}

/** The zone of a destination, or why there is none: it is delivered to nobody there, or the destination says too little. */
export type FoundZone = { zone: Zone } | { zone: null; why: 'NOT_DELIVERED' | 'UNKNOWN_DESTINATION' }

/**
 * The first zone that matches. A buyer who names no destination is taken to be in the store's country, where only zones
 * match that need to know no more.
 * @param zones in the owner's order
 * @param home the store's country
 */
export function findZone(zones: readonly Zone[], destination: Destination | null, home: string): FoundZone {
  const place = destination ?? { country: home, region: null, postalCode: null }
  const matches = zones.map((zone) => ({ zone, match: matchZone(zone, place) }))
  const found = matches.find(({ match }) => match === 'YES')
  if (found) return { zone: found.zone }
  const saysTooLittle =
    destination === null || matches.some(({ match }) => match === 'CODE_NEEDED' || match === 'REGION_NEEDED')
  return { zone: null, why: saysTooLittle ? 'UNKNOWN_DESTINATION' : 'NOT_DELIVERED' }
}
