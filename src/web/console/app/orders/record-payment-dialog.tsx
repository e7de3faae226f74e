import { useState } from 'preact/hooks'
import { newKey } from '../../../../../clients/typescript/src/retry.ts'
import { RecordPaymentDocument } from '../../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { DialogForm } from '../parts/form/dialog-form.tsx'
import { useAppForm } from '../parts/form/fields.tsx'
import { amountOf, mistakeIn, money, typedMoney } from '../parts/form/typed-numbers.ts'
import { say } from '../parts/toasts.tsx'
import { useFormats } from '../session/store-context.tsx'
import { ORDER_QUERIES, type ShownOrder } from './order-words.tsx'

/** Money that came outside the payment provider: cash, a bank transfer. */
export function RecordPaymentDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const { orderNo, currency } = order
  const numbers = { ...useFormats().numbers, currency }
  // One for the dialog: a second press of the button records nothing more.
  const [idempotencyKey] = useState(newKey)
  const change = useChange(RecordPaymentDocument, { invalidates: ORDER_QUERIES })
  const form = useAppForm({
    defaultValues: { amount: typedMoney(order.toCollect || order.total, numbers), reference: '' },
    onSubmit: async ({ value }) => {
      const reference = value.reference.trim() || null
      await change.mutateAsync({ orderNo, amount: amountOf(value.amount, numbers), reference, idempotencyKey }).then(
        () => {
          say('Payment recorded')
          onClose()
        },
        () => {},
      )
    },
  })
  return (
    <DialogForm
      title={`Payment for ${orderNo}`}
      about="Money that you have received outside the payment provider."
      action="Record"
      error={change.error}
      isPending={change.isPending}
      onSend={() => void form.handleSubmit()}
      onClose={onClose}
    >
      <form.AppField name="amount" validators={{ onChange: ({ value }) => mistakeIn(value, numbers, money) }}>
        {(field) => <field.MoneyField label="Amount" currency={currency} required />}
      </form.AppField>
      <form.AppField name="reference">
        {(field) => <field.TextField label="Reference" hint="Such as the number of the bank transfer." />}
      </form.AppField>
    </DialogForm>
  )
}
