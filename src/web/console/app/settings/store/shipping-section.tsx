import { Link } from '@tanstack/react-router'
import type { SessionAnswer } from '../../../../../shared/answers.ts'
import { homeCountry } from '../../../../../shared/countries.ts'
import { countries, countryName } from '../../parts/countries.ts'
import { amount, formFormat, lineOrNull, number, orZero } from '../../parts/form/form-fields.ts'
import { useStore } from '../../session/store-context.tsx'
import { groupPart, SettingsForm } from './settings-form.tsx'

const part = groupPart(
  'shipping',
  formFormat({
    fee: orZero(amount('Fee per order')),
    freeFrom: amount('Free from'),
    country: lineOrNull('Country'),
    defaultWeight: orZero(number('Weight of a product')),
  }),
)

/** What applies without a choice. */
function ofCurrency({ currency }: SessionAnswer): string {
  const country = homeCountry({ shippingCountry: null, currency })
  return country === null ? 'None' : `That of your currency, ${countryName(country)}`
}

export default function ShippingSection() {
  const { session } = useStore()
  const { store } = session
  return (
    <SettingsForm part={part}>
      {({ fields }) => (
        <>
          <section class="card">
            <h2>Usual fee</h2>
            <p class="quiet">
              It is charged as long as there are no delivery zones. With zones, the fees of{' '}
              <Link to="/s/$store/delivery" params={{ store }}>
                their methods
              </Link>{' '}
              are charged instead, and nothing is delivered anywhere else.
            </p>
            <div class="form-grid">
              {fields.money('fee')}
              {fields.money('freeFrom', {
                hint: 'Of goods, after the discount. Leave it empty if shipping is never free.',
              })}
            </div>
          </section>
          <section class="card">
            <h2>For delivery zones</h2>
            <div class="form-grid">
              {fields.select('country', {
                options: [['', ofCurrency(session)], ...countries()],
                hint: 'Where orders go that name no country.',
              })}
              {fields.number('defaultWeight', { unit: 'g', hint: 'For products that have none.' })}
            </div>
          </section>
        </>
      )}
    </SettingsForm>
  )
}
