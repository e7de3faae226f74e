import { useState } from 'preact/hooks'
import { type OrderRowFragment, SetOrderStatusDocument } from '../../../generated/console/documents.ts'
import { type RequestError, request } from '../data/request.ts'
import { useOutdate } from '../data/use-data.ts'
import { useSetUp } from '../frame/set-up.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { countOf } from '../parts/formats.ts'
import { say, sayError } from '../parts/toasts.tsx'
import { useStoreName } from '../session/store-context.tsx'
import { ORDER_QUERIES } from './order-words.tsx'

interface ShipSeveralProps {
  orders: readonly OrderRowFragment[]
  /** @param ids of those that were to be shipped */
  onDone: (ids: readonly string[]) => void
}

/** Marks orders as shipped one after another. Those that cannot be shipped are named with the reason. */
export function ShipSeveral({ orders, onDone }: ShipSeveralProps) {
  const store = useStoreName()
  const outdate = useOutdate()
  const [dialog, confirm] = useConfirm()
  const setUp = useSetUp()
  const mailed = setUp?.mails
    ? 'Each buyer who gave an email address gets a mail, which cannot be taken back.'
    : 'No mail server is set up: the buyers get no mails.'
  // The list is read again meanwhile, so that fewer of the chosen orders are ready.
  const [progress, setProgress] = useState<{ at: number; of: number } | null>(null)
  const ready = orders.filter(({ status }) => status === 'CONFIRMED')

  async function ship(): Promise<void> {
    const goOn = await confirm({
      title: `Ship ${countOf(ready.length, 'order')}?`,
      text: `${mailed} Tracking can be added to each order afterwards.`,
      action: 'Ship',
    })
    if (!goOn) return
    const failures: string[] = []
    for (const [index, { orderNo, version }] of ready.entries()) {
      setProgress({ at: index + 1, of: ready.length })
      try {
        await request(store, SetOrderStatusDocument, { orderNo, version, status: 'SHIPPED' })
      } catch (error) {
        failures.push(`${orderNo}: ${(error as RequestError).message}`)
      }
    }
    setProgress(null)
    await outdate(ORDER_QUERIES)
    const shipped = ready.length - failures.length
    if (shipped > 0) say(`${countOf(shipped, 'order')} shipped`)
    if (failures.length > 0) sayError(new Error(`Not shipped: ${failures.join(' ')}`))
    onDone(ready.map(({ id }) => id))
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
        {progress ? `Shipping ${progress.at} of ${progress.of}…` : `Ship ${ready.length}`}
      </button>
    </>
  )
}
