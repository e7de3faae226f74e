import { choice, formFormat, number, orZero } from '../../parts/form/form-fields.ts'
import { percentage } from '../../parts/form/typed-numbers.ts'
import { groupPart, SettingsForm } from './settings-form.tsx'

const part = groupPart(
  'tax',
  formFormat({
    rate: orZero(number('Usual rate', { kind: percentage })),
    inclusive: choice('Prices include tax', false),
  }),
)

export default function TaxSection() {
  return (
    <SettingsForm part={part}>
      {({ fields }) => (
        <section class="card">
          {fields.number('rate', {
            unit: '%',
            hint: 'For products that have no rate of their own. Orders that were placed keep theirs.',
          })}
          {fields.toggle('inclusive', { hint: 'When it is off, tax is added to the prices in the cart.' })}
        </section>
      )}
    </SettingsForm>
  )
}
