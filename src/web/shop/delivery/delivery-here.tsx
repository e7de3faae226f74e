import type { ShopDeliveryFragment } from '../../../generated/operations/graphql.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { countryInText } from '../../../shared/countries.ts'
import { regionsOf } from '../../../shared/regions.ts'
import type { PersonalVisit } from '../http/personal/personal-page.ts'
import type { Place } from '../http/personal/place.ts'
import { useShop } from '../http/shop-view.ts'
import { useDays, useMoney } from '../views/formats.ts'
import { PlaceForm, type WhatFor } from './place-form.tsx'

graphql(`fragment ShopDelivery on DeliveryOffer {
  serviceable message needs goesBy
  methods { code name fee freeFrom feeVaries from until }
}`)

interface Props {
  offer: ShopDeliveryFragment
  /** Where it is for; null while nobody has said. */
  place: Place | null
  /** Whether the fees are those of what is looked at. */
  isExact: boolean
  whatFor: WhatFor
  visit?: Pick<PersonalVisit, 'fields' | 'refusal'>
}

/** A form as it is shown first. */
export const UNTYPED = { fields: {}, refusal: null }

/** What delivery costs and when it comes, and for which place, where that matters. */
export function DeliveryHere({ offer, place, isExact, whatFor, visit = UNTYPED }: Props) {
  const { methods, serviceable, message, needs, goesBy } = offer
  const placeForm = <PlaceForm {...{ goesBy, needs, place, whatFor, visit }} />
  return (
    <>
      {place && <PlaceName before="To" place={place} />}
      {serviceable ? (
        <ul class="ways">
          {methods.map((method) => (
            <Way method={method} isExact={isExact} />
          ))}
        </ul>
      ) : (
        <p class={place ? 'line-notice' : undefined}>{place ? message : 'The fee depends on where it goes.'}</p>
      )}
      {goesBy.length > 0 &&
        (place && !visit.refusal && needs === null ? (
          <details>
            <summary>Change</summary>
            {placeForm}
          </details>
        ) : (
          placeForm
        ))}
    </>
  )
}

export function PlaceName({ before, place: { country, region, postalCode } }: { before: string; place: Place }) {
  const shop = useShop()
  const regionName = regionsOf(country)?.find(([code]) => code === region)?.[1] ?? region
  const land = country !== shop.country || !(regionName || postalCode) ? countryInText(country) : null
  return (
    <p>
      {before} <b dir="auto">{[postalCode, regionName, land].filter(Boolean).join(', ')}</b>
    </p>
  )
}

interface WayProps {
  method: ShopDeliveryFragment['methods'][number]
  isExact: boolean
}

function Way({ method: { name, fee, freeFrom, feeVaries, from, until }, isExact }: WayProps) {
  const money = useMoney()
  const days = useDays()
  const { currency } = useShop()
  const least = fee === 0 ? 'free' : money(fee, currency)
  return (
    <li>
      <span dir="auto">{name}</span>: <b>{feeVaries && !isExact ? `from ${money(fee, currency)}` : least}</b>
      {fee > 0 && freeFrom !== null && `, free from ${money(freeFrom, currency)}`}
      {from && <small class="quiet-text">{days(from, until)}</small>}
    </li>
  )
}
