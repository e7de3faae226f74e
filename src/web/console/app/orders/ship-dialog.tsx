import { SetOrderStatusDocument } from '../../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { useMailWords } from '../frame/set-up.ts'
import { DialogForm } from '../parts/form/dialog-form.tsx'
import { useAppForm } from '../parts/form/fields.tsx'
import { say } from '../parts/toasts.tsx'
import { ORDER_QUERIES, type ShownOrder } from './order-words.tsx'

/** Addresses are often typed and copied without their scheme. */
const webAddress = (typed: string): string => (/^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(typed) ? `https://${typed}` : typed)

/** Ships the order, or corrects how it is tracked. */
export function ShipDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const { orderNo, version } = order
  const isShipped = order.status === 'SHIPPED'
  const change = useChange(SetOrderStatusDocument, { invalidates: ORDER_QUERIES })
  const mailed = useMailWords(order.buyerEmail)
  const form = useAppForm({
    defaultValues: {
      carrier: order.carrier ?? '',
      trackingNumber: order.trackingNumber ?? '',
      trackingUrl: order.trackingUrl ?? '',
    },
    onSubmit: async ({ value }) => {
      const tracking = {
        carrier: value.carrier.trim() || null,
        trackingNumber: value.trackingNumber.trim() || null,
        trackingUrl: webAddress(value.trackingUrl.trim()) || null,
      }
      await change.mutateAsync({ orderNo, version, status: 'SHIPPED', ...tracking }).then(
        () => {
          say(isShipped ? 'Tracking corrected' : `Order ${orderNo} shipped`)
          onClose()
        },
        () => {},
      )
    },
  })
  return (
    <DialogForm
      title={isShipped ? `Tracking of ${orderNo}` : `Ship ${orderNo}`}
      about={
        isShipped
          ? 'The buyer sees it with the order. No mail is sent.'
          : `All three are optional; the buyer sees them with the order. ${mailed}`
      }
      action={isShipped ? 'Save' : 'Ship'}
      error={change.error}
      isPending={change.isPending}
      onSend={() => void form.handleSubmit()}
      onClose={onClose}
    >
      <form.AppField name="carrier">
        {(field) => <field.TextField label="Carrier" hint="Such as Delhivery or India Post." />}
      </form.AppField>
      <form.AppField name="trackingNumber">{(field) => <field.TextField label="Tracking number" />}</form.AppField>
      <form.AppField name="trackingUrl">
        {(field) => <field.TextField label="Tracking link" placeholder="https://" />}
      </form.AppField>
    </DialogForm>
  )
}
