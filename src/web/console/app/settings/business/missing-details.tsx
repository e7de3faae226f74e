import { areaOf, missingDetails, type Need } from '../../../../../shared/business/law-areas.ts'
import { homeCountry } from '../../../../../shared/countries.ts'
import { countryName } from '../../parts/countries.ts'
import { useStore } from '../../session/store-context.tsx'
import { type BusinessValues, isTyped } from './business-values.ts'

/** What the law of the country wants to be said and is not yet, and why. */
export function MissingDetails({ values }: { values: BusinessValues }) {
  const { session } = useStore()
  const country =
    values.address_country || homeCountry({ shippingCountry: session.country, currency: session.currency })
  if (!country) return <p class="hint">Choose the country of your business to see what its law asks for.</p>
  const area = areaOf(country)
  if (area === 'NEUTRAL')
    return (
      <p class="quiet">
        We do not know what the law of {countryName(country)} asks for. Give at least a name, an address and an email.
      </p>
    )
  const missing = missingDetails(area, (path) => isTyped(values, path))
  if (missing.length === 0)
    return (
      <p class="banner" data-tone="good" role="status">
        All is given that the law of {countryName(country)} asks a shop to say of its seller, as far as we know.
      </p>
    )
  return (
    <section class="banner" data-tone="warn" aria-label="What is missing">
      <div class="banner-text">
        <p>
          <b>Missing for {countryName(country)}</b>
        </p>
        <ul class="missing">
          {missing.map((need) => (
            <Missing key={need.what} {...need} />
          ))}
        </ul>
      </div>
    </section>
  )
}

const Missing = ({ what, who, why }: Need) => (
  <li>
    {what}
    {who && ` (${who})`} <span class="quiet">{why}</span>
  </li>
)
