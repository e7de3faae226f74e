import { Link } from '@tanstack/react-router'
import { amountOf, numberOf, typedMoney, typedNumber } from '../../parts/form/typed-numbers.ts'
import { useStoreName } from '../../session/store-context.tsx'
import { SettingsForm, type SettingsPart, textOrNull } from './settings-form.tsx'

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
      country: textOrNull(country)?.toUpperCase() ?? null,
      defaultWeight: numberOf(defaultWeight, numbers) ?? 0,
    },
  }),
  fieldOf: (path) => path.replace('shipping.', ''),
}

export default function ShippingSection() {
  const store = useStoreName()
  return (
    <SettingsForm part={part}>
      {({ fields }) => (
        <>
          <section class="card">
            <h2>Usual fee</h2>
            <p class="quiet">
              It is charged where no delivery zone fits.{' '}
              <Link to="/s/$store/delivery" params={{ store }}>
                Zones and their methods
              </Link>{' '}
              have fees of their own.
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
              {fields.text('country', {
                maxLength: 2,
                hint: 'Two letters, such as IN. Where orders go that name no country; left empty, it is that of your currency.',
              })}
              {fields.number('defaultWeight', { unit: 'g', hint: 'For products that have none.' })}
            </div>
          </section>
        </>
      )}
    </SettingsForm>
  )
}
