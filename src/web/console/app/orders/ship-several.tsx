import { useState } from 'preact/hooks'
import { type OrderRowFragment, ShipOrdersDocument } from '../../../../generated/console/documents.ts'
import { onOrderChange } from '../data/live-orders.ts'
import { request } from '../data/request.ts'
import { useInvalidate } from '../data/use-data.ts'
import { useSetUp } from '../frame/set-up.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { countOf } from '../parts/formats.ts'
import { say, sayError } from '../parts/toasts.tsx'
import { useStoreName } from '../session/store-context.tsx'
import { isPickup, ORDER_QUERIES } from './order-words.tsx'

interface ShipSeveralProps {
  orders: readonly OrderRowFragment[]
  onShipping: (isShipping: boolean) => void
  /** @param ids of those that were to be shipped */
  onDone: (ids: readonly string[]) => void
}

/** Marks orders as shipped in one request, and says how far it is. Those that cannot be shipped are named with the reason. */
export function ShipSeveral({ orders, onShipping, onDone }: ShipSeveralProps) {
  const store = useStoreName()
  const invalidate = useInvalidate()
  const [dialog, confirm] = useConfirm()
  const setUp = useSetUp()
  const mailed = !setUp
    ? ''
    : setUp.mails
      ? 'Each buyer who gave an email address gets a mail, which cannot be taken back.'
      : 'No mail server is set up: the buyers get no mails.'
  // The list is read again meanwhile, so that fewer of the chosen orders are ready.
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const ready = orders.filter((order) => order.status === 'CONFIRMED' && !isPickup(order))

  async function ship(): Promise<void> {
    const goOn = await confirm({
      title: `Ship ${countOf(ready.length, 'order')}?`,
      text: [mailed, 'Tracking can be added to each order afterwards.'].filter(Boolean).join(' '),
      action: 'Ship',
    })
    if (!goOn) return
    const waiting = new Set(ready.map(({ orderNo }) => orderNo))
    const showProgress = () => setProgress({ done: ready.length - waiting.size, of: ready.length })
    showProgress()
    onShipping(true)
    const stop = onOrderChange(({ kind, orderNo }) => {
      if (kind === 'SHIPPED' && waiting.delete(orderNo)) showProgress()
    })
    try {
      const chosen = ready.map(({ orderNo, version }) => ({ orderNo, version }))
      const { shipOrders } = await request(store, ShipOrdersDocument, { orders: chosen })
      const refused = (shipOrders ?? []).filter(({ refusal }) => refusal !== null)
      const shipped = ready.length - refused.length
      if (shipped > 0) say(`${countOf(shipped, 'order')} shipped`)
      if (refused.length > 0) {
        sayError(new Error(`Not shipped: ${refused.map(({ orderNo, refusal }) => `${orderNo}: ${refusal}`).join(' ')}`))
      }
      onDone(ready.map(({ id }) => id))
    } catch (error) {
      sayError(error as Error)
    } finally {
      stop()
      setProgress(null)
      onShipping(false)
      await invalidate(ORDER_QUERIES)
    }
  }

  return (
    <>
      {dialog}
      <button
        type="button"
        class="button button-main"
        disabled={ready.length === 0 || progress !== null}
        title={ready.length === 0 ? 'None of the chosen orders is confirmed and waits to be shipped.' : undefined}
        onClick={() => void ship()}
      >
        {progress ? `Shipped ${progress.done} of ${progress.of}…` : `Ship ${ready.length}`}
      </button>
    </>
  )
}
