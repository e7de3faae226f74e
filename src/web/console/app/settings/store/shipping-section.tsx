import { Link } from '@tanstack/react-router'
import type { SessionAnswer } from '../../../../../shared/answers.ts'
import { homeCountry } from '../../../../../shared/countries.ts'
import { countries, countryName } from '../../parts/countries.ts'
import { amountOf, numberOf, typedMoney, typedNumber } from '../../parts/form/typed-numbers.ts'
import { useStore } from '../../session/store-context.tsx'
import { SettingsForm, type SettingsPart } from './settings-form.tsx'

const part: SettingsPart<{ fee: string; freeFrom: string; country: string; defaultWeight: string }> = {
  name: 'shipping',
  labels: {
    fee: 'Fee per order',
    freeFrom: 'Free from',
    country: 'Country',
    defaultWeight: 'Weight of a product',
  },
  valuesOf: ({ shipping: { fee, freeFrom, country, defaultWeight } }, numbers) => ({
    fee: typedMoney(fee, numbers),
    freeFrom: typedMoney(freeFrom, numbers),
    country: country ?? '',
    defaultWeight: typedNumber(defaultWeight, numbers),
  }),
  inputOf: ({ fee, freeFrom, country, defaultWeight }, numbers) => ({
    shipping: {
      fee: amountOf(fee, numbers) ?? 0,
      freeFrom: amountOf(freeFrom, numbers),
      country: country || null,
      defaultWeight: numberOf(defaultWeight, numbers) ?? 0,
    },
  }),
  fieldOf: (path) => path.replace('shipping.', ''),
}

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
