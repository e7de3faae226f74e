import { useState } from 'preact/hooks'
import { SetOrderStatusDocument } from '../../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { say } from '../parts/toasts.tsx'
import { useFormats } from '../session/store-context.tsx'
import { isPickup, ORDER_QUERIES, type ShownOrder } from './order-words.tsx'

/** Asks for the money of an order that is handed over while something is due. */
export function DeliverDialog({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const formats = useFormats()
  const { orderNo, version, paymentMethodName } = order
  const due = formats.money(order.toCollect, order.currency)
  const change = useChange(SetOrderStatusDocument, { invalidates: ORDER_QUERIES })
  const [answer, setAnswer] = useState<boolean | null>(null)
  const done = isPickup(order) ? 'picked up' : 'delivered'

  function deliver(paymentReceived: boolean): void {
    setAnswer(paymentReceived)
    change.mutate(
      { orderNo, version, status: 'DELIVERED', paymentReceived },
      {
        onSuccess: () => {
          say(`Order ${orderNo} ${done}${paymentReceived ? `, ${due} received` : ''}`)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      title={`${due} received?`}
      isOpen
      onClose={onClose}
      about={`Order ${orderNo} is to be paid by ${paymentMethodName ?? 'hand'}. It becomes ${done} with either answer; both can be undone for 24 hours.`}
    >
      {change.error && <Failure error={change.error} />}
      <div class="dialog-actions">
        <button type="button" class="button" disabled={change.isPending} onClick={() => deliver(false)}>
          {change.isPending && answer === false ? 'Saving…' : 'Not yet: it stays due'}
        </button>
        <button type="button" class="button button-main" disabled={change.isPending} onClick={() => deliver(true)}>
          {change.isPending && answer === true ? 'Saving…' : `Yes, ${due} received`}
        </button>
      </div>
    </Dialog>
  )
}
