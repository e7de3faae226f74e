import { Menu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import { ConfirmOrderDocument, SetOrderStatusDocument } from '../../../generated/console/documents.ts'
import { useChange } from '../data/use-data.ts'
import { useMailWords } from '../frame/set-up.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icons.tsx'
import { say, sayError } from '../parts/toasts.tsx'
import { useMayChange, useStoreName } from '../session/store-context.tsx'
import type { ShownOrder } from './order-page.tsx'
import { ORDER_QUERIES } from './order-words.tsx'
import { RecordPaymentDialog } from './record-payment-dialog.tsx'
import { leftToRefund, RefundDialog } from './refund-dialog.tsx'
import { ShipDialog } from './ship-dialog.tsx'

type Open = 'ship' | 'refund' | 'payment' | null

/** What can be done next stands as a button; the rest is in a menu. */
export function OrderActions({ order }: { order: ShownOrder }) {
  const { orderNo, version, status, paymentStatus, buyerEmail } = order
  const store = useStoreName()
  const mayChange = useMayChange('orders')
  const handlesMoney = useMayChange('money')
  const [open, setOpen] = useState<Open>(null)
  const [dialog, confirm] = useConfirm()
  const setStatus = useChange(SetOrderStatusDocument, { outdates: ORDER_QUERIES })
  const confirmOrder = useChange(ConfirmOrderDocument, { outdates: ORDER_QUERIES })
  const mailed = useMailWords(buyerEmail)
  const close = () => setOpen(null)

  async function cancel(): Promise<void> {
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

  const canShip = mayChange && status === 'CONFIRMED'
  const isWaiting = status === 'PENDING'
  const canPay = handlesMoney && (order.toCollect > 0 || (isWaiting && order.paymentMethod !== null))
  const canRefund = handlesMoney && leftToRefund(order) > 0
  const canCancel = mayChange && (isWaiting || canShip)
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
      {mayChange && status === 'SHIPPED' && (
        <button
          type="button"
          class="button button-main"
          disabled={setStatus.isPending}
          onClick={() =>
            setStatus.mutate(
              { orderNo, version, status: 'DELIVERED' },
              { onSuccess: () => say(`Order ${orderNo} delivered`), onError: sayError },
            )
          }
        >
          Mark as delivered
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
      {open === 'refund' && <RefundDialog order={order} onClose={close} />}
      {open === 'payment' && <RecordPaymentDialog order={order} onClose={close} />}
    </>
  )
}
