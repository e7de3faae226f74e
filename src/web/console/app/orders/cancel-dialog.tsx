import { CancelOrderDocument, type PaidBefore } from '../../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { DialogForm } from '../parts/form/dialog-form.tsx'
import { useAppForm } from '../parts/form/fields.tsx'
import { say } from '../parts/toasts.tsx'
import { useFormats, useMayChange } from '../session/store-context.tsx'
import { ORDER_QUERIES, type ShownOrder } from './order-words.tsx'

/** What was recorded as paid and has not gone back, in main currency units. */
export const keptOf = ({ collected, refundedAmount, paymentStatus }: ShownOrder): number =>
  paymentStatus === 'REFUNDED' ? 0 : Math.max(0, Math.round((collected - refundedAmount) * 1000) / 1000)

/** Cancels an order that was refused at the door, or for which something was paid by hand. */
export function CancelDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const formats = useFormats()
  const handlesMoney = useMayChange('money')
  const { orderNo, version } = order
  const isRefused = order.status === 'SHIPPED'
  const kept = keptOf(order)
  const amount = formats.money(kept, order.currency)
  const change = useChange(CancelOrderDocument, { invalidates: ORDER_QUERIES })
  const form = useAppForm({
    defaultValues: { restock: true, paidBefore: '' as PaidBefore | '' },
    onSubmit: async ({ value }) => {
      const paidBefore = kept > 0 && value.paidBefore !== '' ? value.paidBefore : null
      await change.mutateAsync({ orderNo, version, restock: isRefused && value.restock, paidBefore }).then(
        () => {
          say(isRefused ? `Order ${orderNo} refused at the door` : `Order ${orderNo} cancelled`)
          onClose()
        },
        () => {},
      )
    },
  })
  return (
    <DialogForm
      title={isRefused ? `${orderNo} was refused at the door?` : `Cancel order ${orderNo}?`}
      about={`The order is cancelled, which cannot be undone. Its discount use and points are returned${isRefused ? '' : ', and its goods to stock'}.`}
      action={isRefused ? 'Refused at the door' : 'Cancel the order'}
      error={change.error}
      isPending={change.isPending}
      onSend={() => void form.handleSubmit()}
      onClose={onClose}
    >
      {isRefused && (
        <form.AppField name="restock">
          {(field) => <field.SwitchField label="The goods are back" hint="Their units are added to the stock again." />}
        </form.AppField>
      )}
      {kept > 0 && (
        <form.AppField name="paidBefore">
          {(field) => (
            <field.SelectField
              label={`What becomes of the ${amount} that was paid?`}
              hint="Giving it back is recorded as a refund by hand: no money is moved."
              options={[
                ['', 'I decide later'],
                ['KEEP', `I keep ${amount}`],
                ...(handlesMoney ? ([['GIVE_BACK', `I give ${amount} back`]] as const) : []),
              ]}
            />
          )}
        </form.AppField>
      )}
    </DialogForm>
  )
}
