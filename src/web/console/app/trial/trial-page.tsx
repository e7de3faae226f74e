import { Link, useSearch } from '@tanstack/react-router'
import { useId } from 'preact/hooks'
import { homeCountry } from '../../../../shared/countries.ts'
import { regionCode, regionsOf, regionWord } from '../../../../shared/regions.ts'
import { countries, countryName } from '../parts/countries.ts'
import { useFilters } from '../parts/filters.tsx'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { maySee, useStore, useStoreName } from '../session/store-context.tsx'
import { Buyer } from './buyer.tsx'
import { Cart } from './cart.tsx'
import { linesOf, textOfLines } from './lines.ts'
import { Quote } from './quote.tsx'
import { TypedInAddress } from './typed-in-address.tsx'

/** Everything that is chosen stands in the address: a trial survives a reload, and can be a bookmark. */
export default function TrialPage() {
  const asked = useSearch({ from: '/s/$store/try-out' })
  const { customer, points, ...search } = asked
  const choose = useFilters()
  const { session } = useStore()
  const seesCustomers = maySee(session, 'customers')
  const lines = linesOf(search.lines)
  return (
    <Page title="Try out a cart" back={<WayBack from={search.from} />}>
      <p class="quiet">What a shopper would pay now. Nothing is ordered, held or counted.</p>
      <div class="columns">
        <div class="column-main">
          <Cart lines={lines} onChange={(changed) => choose({ lines: textOfLines(changed) })} />
          {seesCustomers && <Buyer customerId={customer} points={points} />}
          <section class="card" aria-label="Discount and destination">
            <div class="form-pairs">
              <TypedInAddress name="code" label="Discount code" value={search.code} />
              <div class="field field-switch">
                <input
                  type="checkbox"
                  class="switch"
                  id="ahead"
                  checked={search.ahead === 'true'}
                  onChange={({ currentTarget }) => choose({ ahead: currentTarget.checked ? 'true' : undefined })}
                />
                <label class="field-label" for="ahead">
                  As if it were on and valid now
                </label>
              </div>
            </div>
            <div class="form-grid">
              <Place country={search.country} region={search.region} />
              <TypedInAddress name="postal" label="Postal code" value={search.postal} />
            </div>
          </section>
        </div>
        <aside class="column-side">
          <Quote lines={lines} search={seesCustomers ? asked : search} />
        </aside>
      </div>
    </Page>
  )
}

interface PlaceProps {
  country: string | undefined
  region: string | undefined
}

/** The regions by name where those of the country are known. */
function Place({ country, region }: PlaceProps) {
  const choose = useFilters()
  const { session } = useStore()
  const home = homeCountry({ shippingCountry: session.country, currency: session.currency })
  const chosen = country ?? home ?? ''
  const regions = regionsOf(chosen)
  return (
    <>
      <Choice
        label="Country"
        value={country}
        none={home === null ? 'The store’s country' : `The store’s country, ${countryName(home)}`}
        options={countries()}
        onChoose={(code) => choose({ country: code, region: undefined })}
      />
      {regions ? (
        <Choice
          label={regionWord(chosen)}
          value={regionCode(chosen, region ?? '') ?? undefined}
          none="Not given"
          options={regions}
          onChoose={(code) => choose({ region: code })}
        />
      ) : (
        <TypedInAddress name="region" label={regionWord(chosen)} value={region} placeholder="A code such as LK-1" />
      )}
    </>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  /** For no choice. */
  none: string
  /** Value and words. */
  options: readonly (readonly [string, string])[]
  onChoose: (value: string | undefined) => void
}

function Choice({ label, value, none, options, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <select
        id={id}
        class="input"
        value={value ?? ''}
        onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
      >
        <option value="">{none}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

const origins = {
  delivery: { name: 'Delivery', all: '/s/$store/delivery', one: '/s/$store/delivery' },
  discounts: { name: 'Discounts', all: '/s/$store/discounts', one: '/s/$store/discounts/$code' },
  payments: { name: 'Payment methods', all: '/s/$store/payment-methods', one: '/s/$store/payment-methods/$code' },
} as const

const isOrigin = (place: string): place is keyof typeof origins => Object.hasOwn(origins, place)

/** To where the trial was begun: `discounts` is the list, `discounts/WELCOME10` one of them. */
function WayBack({ from = '' }: { from?: string | undefined }) {
  const store = useStoreName()
  const [place = '', code = ''] = from.split('/')
  if (!isOrigin(place)) return null
  const origin = origins[place]
  return (
    <Link to={code ? origin.one : origin.all} params={{ store, code }}>
      <Icon name="left" /> {code || origin.name}
    </Link>
  )
}
