import { numberOf, type TypedKind, typedMoney, typedNumber } from '../../parts/form/typed-numbers.ts'
import { useFormats } from '../../session/store-context.tsx'
import { SettingsForm, type SettingsPart } from './settings-form.tsx'

const EXAMPLE = 1_000
/** A point may be worth less than the currency's smallest coin. */
const rate: TypedKind = { decimals: 6 }

const part: SettingsPart<{ enabled: boolean; earnRate: string; redeemRate: string }> = {
  name: 'loyalty',
  labels: { enabled: 'Customers earn points', earnRate: 'Points earned', redeemRate: 'Value of a point' },
  valuesOf: ({ loyalty: { enabled, earnRate, redeemRate } }, numbers) => ({
    enabled,
    earnRate: typedNumber(earnRate, numbers),
    redeemRate: typedMoney(redeemRate, numbers),
  }),
  inputOf: ({ enabled, earnRate, redeemRate }, numbers) => ({
    loyalty: { enabled, earnRate: numberOf(earnRate, numbers) ?? 0, redeemRate: numberOf(redeemRate, numbers) ?? 0 },
  }),
  fieldOf: (path) => path.replace('loyalty.', ''),
}

export default function LoyaltySection() {
  const formats = useFormats()
  return (
    <SettingsForm part={part}>
      {({ fields, form }, { currency }) => (
        <section class="card">
          {fields.toggle('enabled', { hint: 'When it is off, nothing is earned or redeemed. Balances stay.' })}
          <div class="form-grid">
            {fields.number('earnRate', { unit: `per ${currency}`, kind: rate })}
            {fields.money('redeemRate', {
              kind: { isMoney: true, ...rate },
              hint: 'A change also changes what the points are worth that customers have.',
            })}
          </div>
          <form.Subscribe
            selector={({ values }) => ({
              earned: numberOf(values.earnRate, formats.numbers),
              worth: numberOf(values.redeemRate, formats.numbers),
            })}
          >
            {({ earned, worth }) => {
              const points = Math.floor(EXAMPLE * (earned ?? 0))
              const value = points * (worth ?? 0)
              return (
                Number.isFinite(value) && (
                  <p class="hint">
                    Who buys for {formats.money(EXAMPLE)} earns {formats.number(points)} points, worth{' '}
                    {formats.money(value)}.
                  </p>
                )
              )
            }}
          </form.Subscribe>
        </section>
      )}
    </SettingsForm>
  )
}
