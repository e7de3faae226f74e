import { createClient } from 'graphql-sse'
import { useEffect } from 'preact/hooks'
import { OrderChangesDocument, type OrderChangesSubscription } from '../../../../generated/console/documents.ts'
import { ORDER_QUERIES } from '../orders/order-words.tsx'
import { say } from '../parts/toasts.tsx'
import { maySee, useStore } from '../session/store-context.tsx'
import { whenPresent } from './presence.ts'
import { sitePath } from './request.ts'
import { useInvalidate } from './use-data.ts'

/** Many changes at once read the lists again only once. */
const GATHER_MS = 500
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

type Change = NonNullable<OrderChangesSubscription['orderChanges']>

const listeners = new Set<(change: Change) => void>()

/** Hears of each change of an order that the page is sent. @returns what ends it */
export function onOrderChange(listen: (change: Change) => void): () => void {
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

/** News of orders: what is shown of them is read again, and a new one is announced. */
export function useLiveOrders(): void {
  const { session, formats } = useStore()
  const { store } = session
  const isAllowed = maySee(session, 'orders')
  const invalidate = useInvalidate()

  useEffect(() => {
    if (!isAllowed) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => void invalidate(ORDER_QUERIES)
    const readAgain = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        whenPresent(refresh)
      }, GATHER_MS)
    }
    const client = createClient({
      url: new URL(sitePath(store, 'graphql'), location.href).href,
      credentials: 'same-origin',
      retryAttempts: Number.POSITIVE_INFINITY,
      retry: (retries) =>
        new Promise((end) => setTimeout(end, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** retries))),
      // Nothing of the time without a stream is sent.
      on: { connected: readAgain },
    })
    const stop = follow(client, ({ orderChanges }) => {
      if (!orderChanges) return
      for (const listen of listeners) listen(orderChanges)
      const { kind, orderNo, order } = orderChanges
      // With the payment provider, an order that is not paid is not one yet.
      if (kind === (order.paymentMethod === null ? 'PAID' : 'PLACED')) {
        say(`New order ${orderNo}: ${order.buyerName}, ${formats.money(order.total, order.currency)}`)
      }
      readAgain()
    })
    return () => {
      clearTimeout(timer)
      stop()
      client.dispose()
    }
  }, [store, isAllowed, invalidate, formats])
}

/** Again when a stream has ended, as it does after half an hour. @returns what stops it */
function follow(
  client: ReturnType<typeof createClient>,
  onChange: (change: OrderChangesSubscription) => void,
): () => void {
  let isStopped = false
  let stop = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    const again = (waitMs: number) => {
      if (!isStopped) timer = setTimeout(open, waitMs)
    }
    stop = client.subscribe<OrderChangesSubscription>(
      { query: OrderChangesDocument.toString() },
      {
        next: ({ data }) => data && onChange(data),
        // Refused, as by a key that lacks the scope; an ended session is noticed by the queries beside.
        error: () => again(LONGEST_WAIT_MS),
        complete: () => again(FIRST_WAIT_MS),
      },
    )
  }
  open()
  return () => {
    isStopped = true
    clearTimeout(timer)
    stop()
  }
}
