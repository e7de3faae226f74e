import type { Order } from '../../../generated/prisma/client.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logger.ts'
import { limitKey } from '../../../platform/network/client-address.ts'
import type { OrderQueue } from '../order-queue.ts'
import type { ShownOrder } from '../shown/shown-order.ts'
import { changedOrders } from '../shown/shown-orders.sql.ts'
import { isOver } from '../status/order-status.ts'
import { createListener, type Listener } from './listener.ts'
import { createLooks } from './looks.ts'
import { createStreamQuota, type StreamLimits } from './stream-quota.ts'

export interface WatchOptions extends StreamLimits {
  /** Milliseconds between looks for changes of other processes. */
  lookEveryMs: number
  /** Milliseconds for which an order can be followed. */
  lastsMs: number
}

const usual: WatchOptions = {
  perHolder: 10,
  perStore: 1_000,
  perProcess: 5_000,
  // Changes are shown within a second, including the query.
  lookEveryMs: 800,
  lastsMs: 30 * 60_000,
}

const refusals = {
  holder: (most: number) => `${most} orders are followed from this address already. Close one of them first.`,
  full: 'Too many orders are being followed now. Please try again.',
}

export interface OrderWatch {
  /** Ends once the order is final or time is up. @throws Problem RATE_LIMITED, UNAVAILABLE */
  follow(order: ShownOrder, by: { storeId: string; ip: string }): Listener<ShownOrder>
  followers(): number
}

interface WatchParts extends Pick<Database, 'forRequest'> {
  orderQueue: OrderQueue
  logger: Logger
}

interface Followed {
  version: number
  listeners: Map<Listener<ShownOrder>, number>
}

/** One statement per store, also at once after this process's transactions; none without followers. */
export function createOrderWatch(
  { forRequest, orderQueue, logger }: WatchParts,
  options: Partial<WatchOptions> = {},
): OrderWatch {
  const { lookEveryMs, lastsMs, ...limits } = { ...usual, ...options }
  const quota = createStreamQuota(limits, refusals)
  const stores = new Map<string, Map<string, Followed>>()
  const looks = createLooks(stores, { orderQueue, lookEveryMs, look })
  let hasFailed = false

  async function look(storeId: string): Promise<void> {
    const orders = stores.get(storeId)
    if (!orders) return
    const ids = [...orders.keys()]
    const versions = Array.from(orders.values(), ({ version }) => version)
    try {
      const rows = await forRequest(storeId).sql.read(changedOrders, storeId, ids, versions)
      hasFailed = false
      for (const row of rows) notify(orders.get(row.id), row)
    } catch (error) {
      if (!hasFailed) logger.warn({ err: error }, 'Could not look for changed orders')
      hasFailed = true
    }
  }

  function notify(followed: Followed | undefined, { erasedAt, ...order }: ShownOrder & Pick<Order, 'erasedAt'>): void {
    if (!followed) return
    followed.version = order.version
    for (const [listener, version] of followed.listeners) {
      followed.listeners.set(listener, order.version)
      // The buyer is erased, so nobody can know their phone.
      if (erasedAt) listener.end()
      else if (version !== order.version) listener.emit(order)
      if (isOver(order)) listener.end()
    }
  }

  function leave(storeId: string, orderId: string, listener: Listener<ShownOrder>): void {
    const orders = stores.get(storeId)
    const listeners = orders?.get(orderId)?.listeners
    listeners?.delete(listener)
    if (listeners?.size === 0) orders?.delete(orderId)
    if (orders?.size === 0) stores.delete(storeId)
    looks.stopIfUnwatched()
  }

  return {
    followers: quota.inUse,
    follow(order, { storeId, ip }) {
      const release = quota.acquire(storeId, limitKey(ip))
      const listener = createListener<ShownOrder>({
        onEnd() {
          clearTimeout(end)
          release()
          leave(storeId, order.id, listener)
        },
      })
      const end = looks.after(lastsMs, () => listener.end())
      const orders = stores.get(storeId) ?? new Map<string, Followed>()
      const followed = orders.get(order.id) ?? { version: order.version, listeners: new Map() }
      followed.version = Math.min(followed.version, order.version)
      followed.listeners.set(listener, order.version)
      stores.set(storeId, orders.set(order.id, followed))
      looks.start()
      listener.emit(order)
      if (isOver(order)) listener.end()
      return listener
    },
  }
}
