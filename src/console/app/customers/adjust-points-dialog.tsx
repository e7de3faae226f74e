import { AdjustLoyaltyDocument } from '../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { DialogForm } from '../parts/form/dialog-form.tsx'
import { useAppForm } from '../parts/form/fields.tsx'
import { type NumberFormat, numberOf, whole } from '../parts/form/typed-numbers.ts'
import { countOf } from '../parts/formats.ts'
import { say, sayError } from '../parts/toasts.tsx'
import { useFormats } from '../session/store-context.tsx'
import type { ShownCustomer } from './customer-page.tsx'

const MOST_REASON = 500
const QUERIES = ['Customer', 'Customers']

/** Gives points or takes them away. Undone by the opposite, so that the ledger shows both. */
export function AdjustPointsDialog({ customer, onClose }: { customer: ShownCustomer; onClose: () => void }) {
  const formats = useFormats()
  const change = useChange(AdjustLoyaltyDocument, { outdates: QUERIES })
  const adjust = (points: number, reason: string) => change.mutateAsync({ customerId: customer.id, points, reason })

  const form = useAppForm({
    defaultValues: { direction: 'add', points: '', reason: '' },
    onSubmit: async ({ value }) => {
      const amount = numberOf(value.points, formats.numbers, whole) ?? 0
      const points = value.direction === 'add' ? amount : -amount
      const reason = value.reason.trim()
      await adjust(points, reason).then(
        () => {
          onClose()
          say(`${countOf(amount, 'point')} ${points > 0 ? 'added' : 'taken away'}`, () => {
            const undone = `Undone: ${reason}`.slice(0, MOST_REASON)
            adjust(-points, undone).then(() => say('The points are as they were before'), sayError)
          })
        },
        () => {},
      )
    },
  })

  return (
    <DialogForm
      title="Adjust points"
      about={
        <>
          <bdi>{customer.name}</bdi> has {countOf(customer.points, 'point')}.
        </>
      }
      action="Adjust"
      error={change.error}
      isPending={change.isPending}
      onSend={() => void form.handleSubmit()}
      onClose={onClose}
    >
      <div class="form-grid">
        <form.AppField name="direction">
          {(field) => (
            <field.SelectField
              label="What to do"
              options={[
                ['add', 'Add points'],
                ['take', 'Take points away'],
              ]}
            />
          )}
        </form.AppField>
        <form.AppField name="points" validators={{ onSubmit: ({ value }) => notPoints(value, formats.numbers) }}>
          {(field) => <field.NumberField label="Points" kind={whole} required />}
        </form.AppField>
      </div>
      <form.AppField
        name="reason"
        validators={{ onSubmit: ({ value }) => (value.trim() === '' ? 'Say why, for the history.' : undefined) }}
      >
        {(field) => (
          <field.TextField
            label="Reason"
            hint="For you and your colleagues: it stands beside the points."
            maxLength={MOST_REASON}
            required
          />
        )}
      </form.AppField>
      <form.Subscribe selector={({ values }) => values}>
        {({ direction, points }) => {
          const amount = numberOf(points, formats.numbers, whole) ?? 0
          const after = customer.points + (direction === 'add' ? amount : -amount)
          if (notPoints(points, formats.numbers) || after < 0) return null
          return <p class="hint">Afterwards: {formats.number(after)} points.</p>
        }}
      </form.Subscribe>
    </DialogForm>
  )
}

const notPoints = (typed: string, numbers: NumberFormat): string | undefined => {
  const points = numberOf(typed, numbers, whole)
  return points !== null && Number.isInteger(points) && points > 0 ? undefined : 'Type a whole number, such as 50.'
}
