import type { Caller } from '../../../api/admission/caller.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logger.ts'
import { firstUuidAt } from '../../../platform/uuid.ts'
import { openAfter } from '../../owners/session-lifetime.ts'
import type { OrderQueue } from '../order-queue.ts'
import { createListener, type Listener } from './listener.ts'
import { createLooks } from './looks.ts'
import {
  changesSince,
  numbersOfOrders,
  type StoredChange,
  standingsOfPersons,
  validHolders,
} from './order-changes.sql.ts'
import { createStreamQuota, type StreamLimits } from './stream-quota.ts'

export interface StoreWatchOptions extends StreamLimits {
  /** Milliseconds between looks for changes of other processes, and for keys and sessions that have ended. */
  lookEveryMs: number
  /** Milliseconds for which a store can be followed. */
  lastsMs: number
}

const usual: StoreWatchOptions = {
  perHolder: 10,
  perStore: 100,
  perProcess: 1_000,
  lookEveryMs: 800,
  lastsMs: 30 * 60_000,
}

const refusals = {
  holder: (most: number) => `${most} streams are open with this key already. Close one of them first.`,
  full: 'Too many streams are open now. Please try again.',
}

/** An event has the time at which its transaction began, and shows once that is committed. */
const LONGEST_TRANSACTION_MS = 60_000
/** In one look; whoever has missed more has to read the list again. */
const MAX_EVENTS = 10_000
const MAX_UNREAD = 200

export interface OrderChange extends Omit<StoredChange, 'id'> {
  orderNo: string
}

export interface StoreWatch {
  /**
   * Every change that is committed after the promise has resolved. Ends with the key or the session, when time is up,
   * and for those who read too slowly.
   * @throws Problem RATE_LIMITED, UNAVAILABLE
   */
  follow(storeId: string, holder: Holder): Promise<Listener<OrderChange>>
  followers(): number
}

interface Holder {
  /** Of the key, or the person. */
  id: string
  /** Null where it is the key itself. */
  sessionHash: string | null
  /** Of a person, who may follow only as long as they are this in the store. */
  member: Caller['member']
}

const namesOf = ({ id, sessionHash, member }: Holder): string[] =>
  member ? [`${sessionHash} ${member.role} ${member.money}`] : [id, ...(sessionHash === null ? [] : [sessionHash])]

const sessionsOf = (holders: readonly Holder[]): string[] => [
  ...new Set(holders.flatMap(({ sessionHash }) => sessionHash ?? [])),
]

interface WatchParts extends Pick<Database, 'forRequest'> {
  clock: () => Date
  orderQueue: OrderQueue
  logger: Logger
}

interface Followed {
  listeners: Map<Listener<OrderChange>, Holder>
  /** Of the last `LONGEST_TRANSACTION_MS`. */
  seen: ReadonlySet<string>
  lookedAt: number
  checkedAt: number
  ready: Promise<void>
}

/**
 * Two statements per store and look, three where persons follow, by primary keys and however many follow, a third when there is something new; none
 * without followers.
 */
export function createStoreWatch(
  { forRequest, orderQueue, clock, logger }: WatchParts,
  options: Partial<StoreWatchOptions> = {},
): StoreWatch {
  const { lookEveryMs, lastsMs, ...limits } = { ...usual, ...options }
  const quota = createStreamQuota(limits, refusals)
  const stores = new Map<string, Followed>()
  const looks = createLooks(stores, { orderQueue, lookEveryMs, look })
  let hasFailed = false

  async function look(storeId: string): Promise<void> {
    const followed = stores.get(storeId)
    if (!followed) return
    try {
      await followed.ready
      await endOutdated(storeId, followed)
      await emitNew(storeId, followed)
      hasFailed = false
    } catch (error) {
      if (!hasFailed) logger.warn({ err: error }, 'Could not look for changes of orders')
      hasFailed = true
    }
  }

  async function endOutdated(storeId: string, followed: Followed): Promise<void> {
    const now = performance.now()
    if (now - followed.checkedAt < lookEveryMs) return
    const listeners = [...followed.listeners]
    const valid = await validOf(
      storeId,
      listeners.map(([, holder]) => holder),
    )
    followed.checkedAt = now
    for (const [listener, holder] of listeners) {
      if (!namesOf(holder).every((name) => valid.has(name))) listener.end()
    }
  }

  /** As `namesOf` has them. */
  async function validOf(storeId: string, holders: readonly Holder[]): Promise<ReadonlySet<string>> {
    const withKeys = holders.filter(({ member }) => !member)
    const persons = holders.filter(({ member }) => member)
    const { createdAt, lastUsedAt } = openAfter(clock())
    const { sql } = forRequest(storeId)
    const keys = [...new Set(withKeys.map(({ id }) => id))]
    const [ofKeys, ofPersons] = await Promise.all([
      keys.length > 0 ? sql.read(validHolders, storeId, keys, sessionsOf(withKeys), createdAt, lastUsedAt) : [],
      persons.length > 0 ? standingsOfPersons(sql, storeId, sessionsOf(persons), { createdAt, lastUsedAt }) : [],
    ])
    return new Set([...ofKeys, ...ofPersons].map(({ holder }) => holder))
  }

  async function readNew(storeId: string, followed: Followed): Promise<StoredChange[]> {
    const now = clock().getTime()
    const since = firstUuidAt(followed.lookedAt - LONGEST_TRANSACTION_MS)
    const rows = await forRequest(storeId).sql.read(changesSince, storeId, since, MAX_EVENTS + 1)
    if (rows.length > MAX_EVENTS) for (const listener of followed.listeners.keys()) listener.end()
    const { seen } = followed
    followed.seen = new Set(rows.map(({ id }) => id))
    followed.lookedAt = now
    return rows.filter(({ id }) => !seen.has(id))
  }

  async function emitNew(storeId: string, followed: Followed): Promise<void> {
    const { seen, lookedAt } = followed
    const changes = await readNew(storeId, followed)
    if (changes.length === 0) return
    try {
      const ids = [...new Set(changes.map(({ orderId }) => orderId))]
      const orders = await forRequest(storeId).sql.read(numbersOfOrders, storeId, ids)
      const numbers = new Map(orders.map(({ id, orderNo }) => [id, orderNo]))
      for (const { id: _, ...change } of changes) {
        const orderNo = numbers.get(change.orderId)
        if (orderNo === undefined) continue
        for (const listener of followed.listeners.keys()) listener.emit({ ...change, orderNo })
      }
    } catch (error) {
      Object.assign(followed, { seen, lookedAt })
      throw error
    }
  }

  function watched(storeId: string): Followed {
    const known = stores.get(storeId)
    if (known) return known
    const followed: Followed = {
      listeners: new Map(),
      seen: new Set(),
      lookedAt: clock().getTime(),
      checkedAt: performance.now(),
      ready: Promise.resolve(),
    }
    followed.ready = readNew(storeId, followed).then(() => {})
    stores.set(storeId, followed)
    return followed
  }

  function leave(storeId: string, followed: Followed, listener: Listener<OrderChange>): void {
    followed.listeners.delete(listener)
    if (followed.listeners.size === 0 && stores.get(storeId) === followed) stores.delete(storeId)
    looks.stopIfUnwatched()
  }

  return {
    followers: quota.inUse,
    async follow(storeId, holder) {
      const release = quota.acquire(storeId, holder.id)
      const followed = watched(storeId)
      const listener = createListener<OrderChange>({
        maxUnread: MAX_UNREAD,
        onEnd() {
          clearTimeout(end)
          release()
          leave(storeId, followed, listener)
        },
      })
      const end = looks.after(lastsMs, () => listener.end())
      followed.listeners.set(listener, holder)
      looks.start()
      try {
        await followed.ready
      } catch (error) {
        listener.end()
        throw error
      }
      return listener
    },
  }
}
