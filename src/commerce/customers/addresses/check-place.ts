import type { CustomerAddress, Store } from '../../../generated/prisma/client.ts'
import { Problem } from '../../../platform/problem.ts'
import { homeCountry } from '../../../shared/countries.ts'
import { placeMistakes } from '../../../shared/place-mistakes.ts'
import { regionsOf } from '../../../shared/regions.ts'

type Place = Pick<CustomerAddress, 'country' | 'region' | 'postalCode'>
export type PlaceChange = { [Part in keyof Place]?: Place[Part] | undefined }

/**
 * Whether there can be such a place, as far as it is known: with a postal code or region that its country does not have,
 * no order could go there. What a change leaves as it was is not checked, unless the country changes.
 * @param before the address that is changed; null for a new one
 * @throws Problem BAD_USER_INPUT
 */
export function checkPlace(
  change: PlaceChange,
  before: Place | null,
  store: Pick<Store, 'shippingCountry' | 'currency'>,
): void {
  const isMoved = change.country !== undefined
  const part = (name: keyof Place) => change[name] ?? (change[name] === undefined ? (before?.[name] ?? null) : null)
  const checked = (name: 'region' | 'postalCode') => (isMoved || change[name] !== undefined ? part(name) : null)
  const country = part('country') ?? homeCountry(store)
  if (country === null) return
  const mistakes = placeMistakes({
    country,
    region: regionsOf(country) ? checked('region') : null,
    postalCode: checked('postalCode'),
  })
  const [first] = mistakes
  if (first) throw new Problem('BAD_USER_INPUT', first.message, { mistakes })
}
