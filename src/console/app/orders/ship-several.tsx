import { useState } from 'preact/hooks'
import { type OrderRowFragment, SetOrderStatusDocument } from '../../../generated/console/documents.ts'
import { type RequestError, request } from '../data/request.ts'
import { useOutdate } from '../data/use-data.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { countOf } from '../parts/formats.ts'
import { say, sayError } from '../parts/toasts.tsx'
import { useStoreName } from '../session/store-context.tsx'
import { ORDER_QUERIES } from './order-words.tsx'

/** Marks orders as shipped one after another. Those that cannot be shipped are named with the reason. */
export function ShipSeveral({ orders, onDone }: { orders: readonly OrderRowFragment[]; onDone: () => void }) {
  const store = useStoreName()
  const outdate = useOutdate()
  const [dialog, confirm] = useConfirm()
  const [done, setDone] = useState<number | null>(null)
  const ready = orders.filter(({ status }) => status === 'CONFIRMED')

  async function ship(): Promise<void> {
    const goOn = await confirm({
      title: `Ship ${countOf(ready.length, 'order')}?`,
      text: 'Each buyer who gave an email address gets a mail, which cannot be taken back. Tracking can be added to each order afterwards.',
      action: 'Ship',
    })
    if (!goOn) return
    const failures: string[] = []
    for (const [index, { orderNo, version }] of ready.entries()) {
      setDone(index)
      try {
        await request(store, SetOrderStatusDocument, { orderNo, version, status: 'SHIPPED' })
      } catch (error) {
        failures.push(`${orderNo}: ${(error as RequestError).message}`)
      }
    }
    setDone(null)
    await outdate(ORDER_QUERIES)
    const shipped = ready.length - failures.length
    if (shipped > 0) say(`${countOf(shipped, 'order')} shipped`)
    if (failures.length > 0) sayError(new Error(`Not shipped: ${failures.join(' ')}`))
    onDone()
  }

  return (
    <>
      {dialog}
      <button
        type="button"
        class="button button-main"
        disabled={ready.length === 0 || done !== null}
        title={ready.length === 0 ? 'None of the chosen orders is confirmed and waits to be shipped.' : undefined}
        onClick={() => void ship()}
      >
        {done === null ? `Ship ${ready.length}` : `Shipping ${done + 1} of ${ready.length}…`}
      </button>
    </>
  )
}
