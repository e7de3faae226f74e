import { Link } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import { TestDestinationDocument, type TestDestinationQuery } from '../../../../generated/console/documents.ts'
import { regionsOf, regionWord } from '../../../../shared/regions.ts'
import { useData } from '../data/use-data.ts'
import { countries, countryName } from '../parts/countries.ts'
import { Failure } from '../parts/failure.tsx'
import { useAppForm } from '../parts/form/fields.tsx'
import { useStore } from '../session/store-context.tsx'
import { daysText, feeText } from './delivery-words.ts'

interface Asked {
  country: string | null
  region: string | null
  postalCode: string | null
}

/** Finds the zone of a destination. @param home the store's country, if it is known */
export function WhereTo({ home }: { home: string | null }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const query = useData(TestDestinationDocument, { to: asked ?? {} }, { enabled: asked !== null })
  const form = useAppForm({
    defaultValues: { country: '', region: '', postalCode: '' },
    onSubmit: ({ value }) =>
      setAsked({
        country: value.country || null,
        region: value.region.trim() || null,
        postalCode: value.postalCode.trim() || null,
      }),
  })
  const own = home === null ? 'The store’s country' : `The store’s country, ${countryName(home)}`
  return (
    <section class="card" aria-labelledby="where-to">
      <h2 id="where-to">Where does this address belong?</h2>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          void form.handleSubmit()
        }}
      >
        <form.AppField name="country" listeners={{ onChange: () => form.setFieldValue('region', '') }}>
          {(field) => <field.SelectField label="Country" options={[['', own], ...countries()]} />}
        </form.AppField>
        <form.AppField name="region">
          {(field) => (
            <form.Subscribe selector={({ values }) => values.country || home || ''}>
              {(country) => {
                const regions = regionsOf(country)
                const label = regionWord(country)
                return regions ? (
                  <field.SelectField label={label} options={[['', 'Not given'], ...regions]} />
                ) : (
                  <field.TextField label={label} hint="A code such as LK-1." />
                )
              }}
            </form.Subscribe>
          )}
        </form.AppField>
        <form.AppField name="postalCode">
          {(field) => <field.TextField label="Postal code" maxLength={20} autocomplete="off" />}
        </form.AppField>
        <div class="form-actions">
          <button type="submit" class="button">
            Find its zone
          </button>
        </div>
      </form>
      <div aria-live="polite">
        {asked && query.error && <Failure error={query.error} />}
        {asked && !query.error && query.data?.testDestination && <Found found={query.data.testDestination} />}
      </div>
    </section>
  )
}

function Found({ found }: { found: NonNullable<TestDestinationQuery['testDestination']> }) {
  const { session, formats } = useStore()
  const { store } = session
  const { zone, misses } = found
  const methods = zone?.methods.filter(({ active }) => active) ?? []
  return (
    <div class="stack">
      {zone ? (
        <div>
          <p>
            It belongs to{' '}
            <Link to="/s/$store/delivery/$zone" params={{ store, zone: zone.code }}>
              <bdi>{zone.name}</bdi>
            </Link>
            {methods.length === 0 && ', which has no delivery methods that are switched on'}.
          </p>
          <ul class="plain-list">
            {methods.map((method) => (
              <li key={method.code}>
                <bdi>{method.name}</bdi>
                <span class="quiet">{[feeText(method, formats), daysText(method)].filter(Boolean).join(' · ')}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p>It belongs to no zone: you do not deliver there.</p>
      )}
      {misses.length > 0 && (
        <div>
          <h3>{zone ? 'Not to the zones before it' : 'Why not'}</h3>
          <ul class="plain-list">
            {misses.map(({ zone: missed, message }) => (
              <li key={missed.code}>
                <bdi>{missed.name}</bdi>
                <span class="quiet" dir="auto">
                  {message}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
