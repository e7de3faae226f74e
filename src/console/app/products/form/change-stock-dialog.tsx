import { ChangeStockDocument } from '../../../../generated/console/documents.ts'
import { useChange } from '../../data/use-data.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { useAppForm } from '../../parts/form/fields.tsx'
import { type NumberFormat, numberOf, whole } from '../../parts/form/typed-numbers.ts'
import { countOf } from '../../parts/formats.ts'
import { say, sayError } from '../../parts/toasts.tsx'
import { useFormats } from '../../session/store-context.tsx'

const MOST_REASON = 500

interface ChangeStockProps {
  productId: string
  /** Null for the product's own stock. */
  variantId: string | null
  /** Of the product or variant. */
  name: string
  stock: number
  onClose: () => void
}

/** Adds units or removes them, whatever is sold meanwhile. Undone by the opposite, so that the history shows both. */
export function ChangeStockDialog({ productId, variantId, name, stock, onClose }: ChangeStockProps) {
  const formats = useFormats()
  const change = useChange(ChangeStockDocument)
  const send = (by: number, reason: string) => change.mutateAsync({ productId, variantId, by, reason })

  const form = useAppForm({
    defaultValues: { direction: 'add', units: '', reason: '' },
    onSubmit: async ({ value }) => {
      const units = numberOf(value.units, formats.numbers, whole) ?? 0
      const by = value.direction === 'add' ? units : -units
      const reason = value.reason.trim()
      await send(by, reason).then(
        () => {
          onClose()
          say(`“${name}”: ${countOf(units, 'unit')} ${by > 0 ? 'added' : 'removed'}`, () => {
            const undone = `Undone: ${reason}`.slice(0, MOST_REASON)
            send(-by, undone).then(() => say(`“${name}”: undone`), sayError)
          })
        },
        () => {},
      )
    },
  })

  return (
    <DialogForm
      title="Add or remove units"
      about={
        <>
          <bdi>{name}</bdi>: {countOf(stock, 'unit')} in stock. What is sold meanwhile is taken off as well.
        </>
      }
      action="Change the stock"
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
                ['add', 'Add units'],
                ['remove', 'Remove units'],
              ]}
            />
          )}
        </form.AppField>
        <form.AppField name="units" validators={{ onSubmit: ({ value }) => notUnits(value, formats.numbers) }}>
          {(field) => <field.NumberField label="Units" kind={whole} required />}
        </form.AppField>
      </div>
      <form.AppField
        name="reason"
        validators={{ onSubmit: ({ value }) => (value.trim() === '' ? 'Say why, for the history.' : undefined) }}
      >
        {(field) => (
          <field.TextField
            label="Reason"
            hint="Such as: delivery of 12 May, broken, given to a customer."
            maxLength={MOST_REASON}
            required
          />
        )}
      </form.AppField>
      <form.Subscribe selector={({ values }) => values}>
        {({ direction, units }) => {
          const amount = numberOf(units, formats.numbers, whole) ?? 0
          const after = stock + (direction === 'add' ? amount : -amount)
          if (notUnits(units, formats.numbers) || after < 0) return null
          return <p class="hint">Afterwards: {countOf(after, 'unit')}.</p>
        }}
      </form.Subscribe>
    </DialogForm>
  )
}

const notUnits = (typed: string, numbers: NumberFormat): string | undefined => {
  const units = numberOf(typed, numbers, whole)
  return units !== null && Number.isInteger(units) && units > 0 ? undefined : 'Type a whole number, such as 12.'
}
