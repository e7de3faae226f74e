import { useState } from 'preact/hooks'
import { newKey } from '../../../../../clients/typescript/src/retry.ts'
import { RefundOrderDocument } from '../../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { DialogForm } from '../parts/form/dialog-form.tsx'
import { useAppForm } from '../parts/form/fields.tsx'
import { amountOf, mistakeIn, money, typedMoney } from '../parts/form/typed-numbers.ts'
import { say } from '../parts/toasts.tsx'
import { useFormats } from '../session/store-context.tsx'
import { ORDER_QUERIES, type ShownOrder } from './order-words.tsx'
import { RefundPreview } from './refund-preview.tsx'

/** In main currency units, rounded as no currency has more than three decimals. */
export const leftToRefund = ({ payments, refundedAmount }: ShownOrder): number => {
  const paid = payments.filter(({ undoneAt }) => undoneAt === null).reduce((sum, { amount }) => sum + amount, 0)
  return Math.max(0, Math.round((paid - refundedAmount) * 1000) / 1000)
}

/** Sends money back, all of it or a part, and says before it does what the buyer will get. */
export function RefundDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const { orderNo, currency } = order
  const formats = useFormats()
  const numbers = { ...formats.numbers, currency }
  // One for the dialog: a second press of the button sends nothing more.
  const [idempotencyKey] = useState(newKey)
  const left = leftToRefund(order)
  const change = useChange(RefundOrderDocument, { invalidates: ORDER_QUERIES })
  // What was paid by a method of the store's goes back by hand alone.
  const canUseProvider = order.providerOrderId !== null && order.paymentMethod === null
  const form = useAppForm({
    defaultValues: { amount: typedMoney(left, numbers), reason: '', restock: false, byHand: !canUseProvider },
    onSubmit: async ({ value }) => {
      await change
        .mutateAsync({
          orderNo,
          amount: amountOf(value.amount, numbers),
          reason: value.reason.trim(),
          restock: value.restock,
          by: value.byHand ? 'MANUAL' : 'PROVIDER',
          idempotencyKey,
        })
        .then(
          () => {
            say('Refund started')
            onClose()
          },
          () => {},
        )
    },
  })
  return (
    <DialogForm
      title={`Refund ${orderNo}`}
      action="Refund"
      error={change.error}
      isPending={change.isPending}
      onSend={() => void form.handleSubmit()}
      onClose={onClose}
    >
      <form.AppField name="amount" validators={{ onChange: ({ value }) => mistakeIn(value, numbers, money) }}>
        {(field) => (
          <field.MoneyField
            label="Amount"
            currency={currency}
            required
            hint={`At most ${formats.money(left, currency)}, which is what was paid and not yet refunded.`}
          />
        )}
      </form.AppField>
      <form.AppField name="reason">
        {(field) => <field.TextField label="Reason" required hint="Shown in the order’s history." />}
      </form.AppField>
      <form.AppField name="restock">
        {(field) => (
          <field.SwitchField
            label="All the goods are back"
            hint="Adds every item to the stock again, also when a part is refunded."
          />
        )}
      </form.AppField>
      {canUseProvider && (
        <form.AppField name="byHand">
          {(field) => (
            <field.SwitchField
              label="I have sent the money myself"
              hint="Otherwise it goes back the way it came, through the payment provider."
            />
          )}
        </form.AppField>
      )}
      <form.Subscribe selector={({ values }) => values}>
        {({ amount, restock, byHand }) => (
          <RefundPreview
            orderNo={orderNo}
            amount={amountOf(amount, numbers)}
            restock={restock}
            by={byHand ? 'MANUAL' : 'PROVIDER'}
          />
        )}
      </form.Subscribe>
    </DialogForm>
  )
}
