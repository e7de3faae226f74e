import { UndoRecordedPaymentDocument } from '../../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { actorName } from '../parts/actor.ts'
import { Badge } from '../parts/badge.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { say, sayError } from '../parts/toasts.tsx'
import { useFormats, useMayChange } from '../session/store-context.tsx'
import { canBeUndone, ORDER_QUERIES, type ShownOrder } from './order-words.tsx'

/** How the order is paid, what was paid and given back, and what is still to be collected. */
export function Payments({ order }: { order: ShownOrder }) {
  const formats = useFormats()
  const mayChange = useMayChange('money')
  const { payments, refunds, paymentMethodName, paymentFee, toCollect, currency } = order
  return (
    <section class="card">
      <h2>Payments</h2>
      {paymentMethodName && (
        <p>
          <bdi>{paymentMethodName}</bdi>
          {paymentFee > 0 && <span class="quiet"> · fee {formats.money(paymentFee, currency)}</span>}
        </p>
      )}
      {toCollect > 0 && (
        <p>
          <Badge tone="warn">To collect: {formats.money(toCollect, currency)}</Badge>
        </p>
      )}
      {order.holdExpiresAt && (
        <p class="quiet">Goods, discount and points are held for it until {formats.dateTime(order.holdExpiresAt)}.</p>
      )}
      {payments.length === 0 && refunds.length === 0 && <p class="quiet">Nothing has been paid yet.</p>}
      <ul class="plain-list">
        {payments.map((payment) => (
          <PaymentRow key={payment.id} order={order} payment={payment} mayChange={mayChange} />
        ))}
        {refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} />
        ))}
      </ul>
    </section>
  )
}

function RefundRow({ refund }: { refund: ShownOrder['refunds'][number] }) {
  const formats = useFormats()
  const { amount, currency, status, createdAt, settledAt, reason, failure, actor, providerRefundId } = refund
  const how = refund.throughProvider
    ? `Through the provider${providerRefundId ? `, ${providerRefundId}` : ''}`
    : 'By hand'
  return (
    <li>
      <strong>−{formats.money(amount, currency)}</strong> {status === 'PENDING' && <Badge tone="busy">Under way</Badge>}
      {status === 'FAILED' && <Badge tone="bad">Failed</Badge>}
      <span class="quiet">
        {formats.dateTime(createdAt)} · <bdi>{actorName(actor)}</bdi>
        {reason && (
          <>
            {' '}
            · <bdi>{reason}</bdi>
          </>
        )}
      </span>
      <span class="quiet">
        <bdi>{how}</bdi>
        {settledAt && ` · ${status === 'FAILED' ? 'failed' : 'done'} ${formats.dateTime(settledAt)}`}
      </span>
      {failure && <span class="field-mistake">{failure}</span>}
    </li>
  )
}

interface PaymentRowProps {
  order: ShownOrder
  payment: ShownOrder['payments'][number]
  mayChange: boolean
}

function PaymentRow({ order, payment, mayChange }: PaymentRowProps) {
  const formats = useFormats()
  const [dialog, confirm] = useConfirm()
  const undo = useChange(UndoRecordedPaymentDocument, { invalidates: ORDER_QUERIES })
  const { id, createdAt, undoneAt, provider, reference, providerPaymentId } = payment
  const amount = formats.money(payment.amount, payment.currency)
  const isUndoable =
    mayChange && provider === 'MANUAL' && undoneAt === null && order.refundedAmount === 0 && canBeUndone(createdAt)
  // The owner's own payments have a key of the service's or the console's, which says nothing.
  const what = reference || (provider === 'MANUAL' ? 'Recorded by you' : providerPaymentId)

  async function takeBack(): Promise<void> {
    const goOn = await confirm({
      title: `Undo the payment of ${amount}?`,
      text: `It is due again, and counts no more in the figures. Points that the buyer earned with it are taken back. The history keeps both.`,
      action: 'Undo the payment',
      cancel: 'Keep it',
    })
    if (!goOn) return
    const { orderNo, version } = order
    undo.mutate(
      { orderNo, version, paymentId: id },
      { onSuccess: () => say(`Payment of ${amount} undone`), onError: sayError },
    )
  }

  return (
    <li>
      {dialog}
      <strong class={undoneAt ? 'undone' : undefined}>{amount}</strong>{' '}
      {undoneAt && <Badge>Undone {formats.dateTime(undoneAt)}</Badge>}
      <span class="quiet">
        {formats.dateTime(createdAt)} · <bdi>{what}</bdi>
      </span>
      {isUndoable && (
        <button type="button" class="button" disabled={undo.isPending} onClick={() => void takeBack()}>
          Undo
        </button>
      )}
    </li>
  )
}
