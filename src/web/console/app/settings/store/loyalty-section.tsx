import { amount, choice, formFormat, number, orZero } from '../../parts/form/form-fields.ts'
import { numberOf, type TypedKind } from '../../parts/form/typed-numbers.ts'
import { useFormats } from '../../session/store-context.tsx'
import { groupPart, SettingsForm } from './settings-form.tsx'

const EXAMPLE = 1_000
/** A point may be worth less than the currency's smallest coin. */
const rate: TypedKind = { decimals: 6 }

const part = groupPart(
  'loyalty',
  formFormat({
    enabled: choice('Customers earn points', false),
    earnRate: orZero(number('Points earned', { kind: rate })),
    redeemRate: orZero(amount('Value of a point', { kind: { isMoney: true, ...rate } })),
  }),
)

export default function LoyaltySection() {
  const formats = useFormats()
  return (
    <SettingsForm part={part}>
      {({ fields, form }, { currency }) => (
        <section class="card">
          {fields.toggle('enabled', { hint: 'When it is off, nothing is earned or redeemed. Balances stay.' })}
          <div class="form-grid">
            {fields.number('earnRate', { unit: `per ${currency}` })}
            {fields.money('redeemRate', {
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
