import { numberOf, percentage, typedNumber } from '../../parts/form/typed-numbers.ts'
import { SettingsForm, type SettingsPart } from './settings-form.tsx'

const part: SettingsPart<{ rate: string; inclusive: boolean }> = {
  name: 'tax',
  labels: { rate: 'Usual rate', inclusive: 'Prices include tax' },
  valuesOf: ({ tax }, numbers) => ({ rate: typedNumber(tax.rate, numbers), inclusive: tax.inclusive }),
  inputOf: ({ rate, inclusive }, numbers) => ({ tax: { rate: numberOf(rate, numbers, percentage) ?? 0, inclusive } }),
  fieldOf: (path) => path.replace('tax.', ''),
}

export default function TaxSection() {
  return (
    <SettingsForm part={part}>
      {({ fields }) => (
        <section class="card">
          {fields.number('rate', {
            unit: '%',
            kind: percentage,
            hint: 'For products that have no rate of their own. Orders that were placed keep theirs.',
          })}
          {fields.toggle('inclusive', { hint: 'When it is off, tax is added to the prices in the cart.' })}
        </section>
      )}
    </SettingsForm>
  )
}
