import { Menu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import {
  ConfirmOrderDocument,
  MarkReadyDocument,
  SetOrderStatusDocument,
  UndoDeliveredDocument,
} from '../../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { useMailWords } from '../frame/set-up.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icons.tsx'
import { say, sayError } from '../parts/toasts.tsx'
import { useFormats, useMayChange, useStoreName } from '../session/store-context.tsx'
import { CancelDialog, keptOf } from './cancel-dialog.tsx'
import { DeliverDialog } from './deliver-dialog.tsx'
import { canBeUndone, isPickup, ORDER_QUERIES, type ShownOrder } from './order-words.tsx'
import { RecordPaymentDialog } from './record-payment-dialog.tsx'
import { leftToRefund, RefundDialog } from './refund-dialog.tsx'
import { ShipDialog } from './ship-dialog.tsx'

type Open = 'ship' | 'refund' | 'payment' | 'deliver' | 'cancel' | null

const wasJustDelivered = ({ status, events }: ShownOrder): boolean => {
  const at = events.findLast(({ kind }) => kind === 'DELIVERED')?.createdAt
  return status === 'DELIVERED' && at !== undefined && canBeUndone(at)
}

/** What can be done next stands as a button; the rest is in a menu. */
export function OrderActions({ order }: { order: ShownOrder }) {
  const { orderNo, version, status, paymentStatus, buyerEmail } = order
  const store = useStoreName()
  const formats = useFormats()
  const mayChange = useMayChange('orders')
  const handlesMoney = useMayChange('money')
  const [open, setOpen] = useState<Open>(null)
  const [dialog, confirm] = useConfirm()
  const setStatus = useChange(SetOrderStatusDocument, { invalidates: ORDER_QUERIES })
  const confirmOrder = useChange(ConfirmOrderDocument, { invalidates: ORDER_QUERIES })
  const mailed = useMailWords(buyerEmail)
  const undoDelivered = useChange(UndoDeliveredDocument, { invalidates: ORDER_QUERIES })
  const markReady = useChange(MarkReadyDocument, { invalidates: ORDER_QUERIES })
  const close = () => setOpen(null)

  function handOver(): void {
    // Who may not record money only says that it was handed over.
    if (order.toCollect > 0 && handlesMoney) {
      setOpen('deliver')
      return
    }
    setStatus.mutate(
      { orderNo, version, status: 'DELIVERED' },
      {
        onSuccess: () => {
          const stays =
            order.toCollect > 0 ? `. ${formats.money(order.toCollect, order.currency)} are still to collect` : ''
          say(`Order ${orderNo} ${forPickup ? 'picked up' : 'delivered'}${stays}`)
        },
        onError: sayError,
      },
    )
  }

  async function undo(): Promise<void> {
    const goOn = await confirm({
      title: `Undo “${forPickup ? 'Picked up' : 'Delivered'}” of ${orderNo}?`,
      text: 'The order is as it was before. A payment that was recorded with it is due again, and counts no more in the figures. The history keeps both.',
      action: 'Undo',
      cancel: 'Keep it',
    })
    if (!goOn) return
    undoDelivered.mutate(
      { orderNo, version },
      { onSuccess: () => say(`Order ${orderNo} is as before`), onError: sayError },
    )
  }

  async function cancel(): Promise<void> {
    if (keptOf(order) > 0) {
      setOpen('cancel')
      return
    }
    const restored = `Its stock, discount use and points are restored. ${mailed}`
    const goOn = await confirm({
      title: `Cancel order ${orderNo}?`,
      text:
        paymentStatus === 'PAID'
          ? `The order stays paid: refund it as well, if the money should go back. ${restored}`
          : `${restored} A cancelled order cannot be reopened.`,
      action: 'Cancel the order',
      cancel: 'Keep it',
    })
    if (!goOn) return
    setStatus.mutate(
      { orderNo, version, status: 'CANCELLED' },
      { onSuccess: () => say(`Order ${orderNo} cancelled`), onError: sayError },
    )
  }

  const isConfirmed = status === 'CONFIRMED'
  const isRefunded = paymentStatus === 'REFUNDED'
  const forPickup = isPickup(order)
  const canShip = mayChange && isConfirmed && !forPickup && !isRefunded
  const canHandOver = mayChange && (status === 'SHIPPED' || (isConfirmed && forPickup)) && !(isConfirmed && isRefunded)
  const canRefuse = mayChange && status === 'SHIPPED' && order.paymentMethod !== null && paymentStatus === 'PENDING'
  const isWaiting = status === 'PENDING'
  const canPay = handlesMoney && (order.toCollect > 0 || (isWaiting && order.paymentMethod !== null))
  // What was paid in part goes back once the order is cancelled.
  const isSettled = paymentStatus === 'PAID' || status === 'CANCELLED'
  const canRefund = handlesMoney && isSettled && leftToRefund(order) > 0
  const canCancel = mayChange && (isWaiting || isConfirmed)
  return (
    <>
      {dialog}
      {canShip && (
        <button type="button" class="button button-main" onClick={() => setOpen('ship')}>
          Ship
        </button>
      )}
      {mayChange && isWaiting && order.paymentMethod && (
        <button
          type="button"
          class="button button-main"
          disabled={confirmOrder.isPending}
          onClick={() =>
            confirmOrder.mutate(
              { orderNo, version },
              { onSuccess: () => say(`Order ${orderNo} confirmed`), onError: sayError },
            )
          }
        >
          Confirm
        </button>
      )}
      {mayChange && isConfirmed && forPickup && order.readyAt === null && !isRefunded && (
        <button
          type="button"
          class="button button-main"
          disabled={markReady.isPending}
          onClick={() =>
            markReady.mutate(
              { orderNo, version },
              { onSuccess: () => say(`Order ${orderNo} is ready for pick-up`), onError: sayError },
            )
          }
        >
          Ready
        </button>
      )}
      {canHandOver && (
        <button
          type="button"
          class={isConfirmed && order.readyAt === null ? 'button' : 'button button-main'}
          disabled={setStatus.isPending}
          onClick={handOver}
        >
          {forPickup ? 'Picked up' : 'Mark as delivered'}
        </button>
      )}
      {canPay && (
        <button type="button" class="button" onClick={() => setOpen('payment')}>
          Record a payment
        </button>
      )}
      {canRefund && (
        <button type="button" class="button" onClick={() => setOpen('refund')}>
          Refund
        </button>
      )}
      <Menu.Root>
        <Menu.Trigger className="icon-button" aria-label="More actions">
          <Icon name="more" stroke-width="2.6" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className="layer" sideOffset={6} align="end">
            <Menu.Popup className="menu">
              <Menu.Item
                className="menu-item"
                render={<Link to="/s/$store/slips" params={{ store }} search={{ orders: orderNo }} />}
              >
                Packing slip
              </Menu.Item>
              {mayChange && status === 'SHIPPED' && (
                <Menu.Item className="menu-item" onClick={() => setOpen('ship')}>
                  Correct the tracking
                </Menu.Item>
              )}
              {mayChange && wasJustDelivered(order) && (
                <Menu.Item className="menu-item" onClick={() => void undo()}>
                  Undo “{forPickup ? 'Picked up' : 'Delivered'}”
                </Menu.Item>
              )}
              {canRefuse && (
                <Menu.Item className="menu-item menu-danger" onClick={() => setOpen('cancel')}>
                  {forPickup ? 'Not picked up' : 'Refused at the door'}
                </Menu.Item>
              )}
              {canCancel && (
                <Menu.Item className="menu-item menu-danger" onClick={() => void cancel()}>
                  Cancel the order
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {open === 'ship' && <ShipDialog order={order} onClose={close} />}
      {open === 'deliver' && <DeliverDialog order={order} onClose={close} />}
      {open === 'cancel' && <CancelDialog order={order} onClose={close} />}
      {open === 'refund' && <RefundDialog order={order} onClose={close} />}
      {open === 'payment' && <RecordPaymentDialog order={order} onClose={close} />}
    </>
  )
}
