import { Link } from '@tanstack/react-router'
import { useId, useState } from 'preact/hooks'
import { PageTemplatesDocument } from '../../../../generated/console/documents.ts'
import { homeCountry } from '../../../../shared/countries.ts'
import { useData } from '../data/use-data.ts'
import { countries } from '../parts/countries.ts'
import { Icon } from '../parts/icons.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useStore } from '../session/store-context.tsx'

const abouts = {
  TERMS: 'Who sells, how an order comes about, faulty goods, disputes.',
  PRIVACY: 'What you use, why, for how long, the shop’s cookies, and rights.',
  REFUNDS: 'How to cancel, return goods and get money back.',
  DELIVERY: 'Where to, what it costs, how long it takes.',
  CONTACT: 'Who you are and how to reach you, as the law asks.',
} as const

/** The pages that the law and payment providers ask for, to begin with. @param taken slugs of pages that are there */
export function Templates({ taken }: { taken: readonly string[] }) {
  const { session } = useStore()
  const [country, setCountry] = useState(
    homeCountry({ shippingCountry: session.country, currency: session.currency }) ?? '',
  )
  const id = useId()
  const query = useData(PageTemplatesDocument, { country })
  return (
    <section class="card" aria-label="Templates">
      <h2>Begin with a template</h2>
      <div class="field">
        <label class="field-label" for={id}>
          Whose law they follow
        </label>
        <select class="input" id={id} value={country} onChange={({ currentTarget }) => setCountry(currentTarget.value)}>
          <option value="">Another country: neutral</option>
          {countries().map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <QueryView query={query}>
        {({ pageTemplates }) => (
          <>
            <ul class="settings-cards">
              {pageTemplates?.map(({ kind, title, slug, gaps }) => (
                <li key={kind}>
                  <Link to="/s/$store/pages/new" params={{ store: session.store }} search={{ template: kind, country }}>
                    <strong>{title}</strong>
                    <span class="quiet">{abouts[kind]}</span>
                    <span class="quiet">
                      {taken.includes(slug) ? (
                        <>
                          <Icon name="check" /> There is a page /pages/{slug}
                        </>
                      ) : (
                        `${gaps} places to fill`
                      )}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            <p class="quiet">
              Templates are no legal advice: have the finished pages checked.{' '}
              {pageTemplates?.[0] && `The laws behind them were last looked up on ${pageTemplates[0].checkedOn}.`}
            </p>
          </>
        )}
      </QueryView>
    </section>
  )
}
