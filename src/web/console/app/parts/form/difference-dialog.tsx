import type { ComponentChildren } from 'preact'
import { MAX_REASON } from '../../../../../shared/bounds.ts'
import type { RequestError } from '../../data/request.ts'
import { useFormats } from '../../session/store-context.tsx'
import { countOf } from '../formats.ts'
import { say, sayError } from '../toasts.tsx'
import { DialogForm } from './dialog-form.tsx'
import { useAppForm } from './fields.tsx'
import { type NumberFormat, numberOf, whole } from './typed-numbers.ts'

interface DifferenceDialogProps {
  title: string
  about: ComponentChildren
  action: string
  /** What is counted, in the singular. */
  counted: string
  /** The label of the number. */
  label: string
  reasonHint: string
  /** How many there are now. */
  now: number
  change: { error: RequestError | null; isPending: boolean }
  /** @param by below 0 when they are removed */
  send: (by: number, reason: string) => Promise<unknown>
  /** What is said afterwards, such as `5 points added`. */
  saidOf: (by: string) => string
  onClose: () => void
}

/** Adds to a count or takes from it, with a reason. Undone by the opposite, so that its history shows both. */
export function DifferenceDialog(props: DifferenceDialogProps) {
  const { title, about, action, counted, label, reasonHint, now, change, send, saidOf, onClose } = props
  const formats = useFormats()
  const several = `${counted}s`
  const form = useAppForm({
    defaultValues: { direction: 'add', amount: '', reason: '' },
    onSubmit: async ({ value }) => {
      const amount = numberOf(value.amount, formats.numbers, whole) ?? 0
      const by = value.direction === 'add' ? amount : -amount
      const reason = value.reason.trim()
      await send(by, reason).then(
        () => {
          onClose()
          const done = saidOf(`${countOf(amount, counted)} ${by > 0 ? 'added' : 'removed'}`)
          say(done, () => {
            const undone = `Undone: ${reason}`.slice(0, MAX_REASON)
            send(-by, undone).then(() => say(saidOf('undone')), sayError)
          })
        },
        () => {},
      )
    },
  })

  return (
    <DialogForm
      title={title}
      about={about}
      action={action}
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
                ['add', `Add ${several}`],
                ['remove', `Remove ${several}`],
              ]}
            />
          )}
        </form.AppField>
        <form.AppField name="amount" validators={{ onSubmit: ({ value }) => notWhole(value, formats.numbers) }}>
          {(field) => <field.NumberField label={label} kind={whole} required />}
        </form.AppField>
      </div>
      <form.AppField
        name="reason"
        validators={{ onSubmit: ({ value }) => (value.trim() === '' ? 'Say why, for the history.' : undefined) }}
      >
        {(field) => <field.TextField label="Reason" hint={reasonHint} maxLength={MAX_REASON} required />}
      </form.AppField>
      <form.Subscribe selector={({ values }) => values}>
        {({ direction, amount }) => {
          const difference = numberOf(amount, formats.numbers, whole) ?? 0
          const after = now + (direction === 'add' ? difference : -difference)
          if (notWhole(amount, formats.numbers) || after < 0) return null
          return <p class="hint">Afterwards: {countOf(after, counted)}.</p>
        }}
      </form.Subscribe>
    </DialogForm>
  )
}

const notWhole = (typed: string, numbers: NumberFormat): string | undefined => {
  const amount = numberOf(typed, numbers, whole)
  return amount !== null && Number.isInteger(amount) && amount > 0 ? undefined : 'Type a whole number, such as 12.'
}
