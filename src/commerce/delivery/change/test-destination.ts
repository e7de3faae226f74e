import type { Context } from '../../../api/context.ts'
import { parseInputAll } from '../../../platform/input/parse-input-all.ts'
import { homeCountry } from '../../../shared/countries.ts'
import { regionName } from '../../../shared/regions.ts'
import { deliveryWish, destinationOf } from '../destination.ts'
import { compileZone } from '../store-terms.ts'
import { isMissing, type Match, matchZone, type Place } from '../zones.ts'
import { listZones, type OwnerZone } from './upsert-zone.ts'

/** Why a zone does not have a destination. */
export interface Miss {
  zone: OwnerZone
  reason: Exclude<Match, 'YES'>
  message: string
}

/** What comes of a destination. */
export interface TestedDestination {
  destination: Place
  /** The first zone that has it; null when there is none. */
  zone: OwnerZone | null
  /** The zones before it; all of them when none has it, and up to the first that needs to know more. */
  misses: Miss[]
}

const place = deliveryWish.omit({ method: true })

/** Finds the zone of a destination as a checkout does, and says of each zone before it why it is not that one. */
export async function findTestedDestination(
  scope: Pick<Context, 'services' | 'store'>,
  to: unknown,
): Promise<TestedDestination> {
  const { store } = scope
  const asked = parseInputAll(place, to)
  const named = destinationOf(asked, store)
  const destination: Place = named ?? {
    country: homeCountry(store),
    region: null,
    postalCode: asked.postalCode ?? null,
  }
  const zones = await listZones(scope)
  const misses: Miss[] = []
  for (const zone of zones) {
    const compiled = compileZone(zone, [])
    const reason = matchZone(compiled, destination)
    if (reason === 'YES') return { destination, zone, misses }
    misses.push({ zone, reason, message: missReasons[reason](zone, destination) })
    // A zone behind it is not taken at a guess.
    if (named && isMissing(reason)) break
  }
  return { destination, zone: null, misses }
}

interface ListedZone {
  countries: Iterable<string> | null
  regions: Iterable<string> | null
}

/** The owner's words, for a zone as it is stored or compiled. */
export const missReasons: Record<Miss['reason'], (zone: ListedZone, to: Place) => string> = {
  COUNTRY: ({ countries }, { country }) => `It is for ${listed(countries)}, not for ${country}.`,
  COUNTRY_NEEDED: ({ countries }) =>
    `It is for ${listed(countries)}, and the destination names no country. Send one, or set the store’s shipping country.`,
  REGION: ({ regions }, { region }) =>
    `It is for ${listed(named(regions))}, not for ${region === null ? null : regionName(region)}.`,
  REGION_NEEDED: ({ regions }) => `It is for ${listed(named(regions))}, and the destination names no region. Send it.`,
  POSTAL_CODE: (_, { postalCode, country }) =>
    postalCode === null
      ? `It has postal codes, and ${country} has none.`
      : `None of its postal codes is ${postalCode}.`,
  EXCLUDED: (_, { postalCode }) => `It excludes the postal code ${postalCode}.`,
  CODE_NEEDED: () => 'It has postal codes, and the destination names none. Send its postal code.',
}

const named = (regions: Iterable<string> | null): string[] => [...(regions ?? [])].map(regionName)

const MOST_LISTED = 5

function listed(all: Iterable<string> | null): string {
  const codes = [...(all ?? [])]
  return codes.length <= MOST_LISTED
    ? codes.join(', ')
    : `${codes.slice(0, MOST_LISTED).join(', ')} and ${codes.length - MOST_LISTED} more`
}
