import { AsyncLocalStorage } from 'node:async_hooks'
import { createFairTurns, type FairTurns } from '../fair-turns.ts'

/** What the statements of one request have in common. */
interface Request {
  /** Null while its store is not known. */
  storeId: string | null
  /** Made with the first statement. */
  turns: FairTurns | null
  /** Transactions of its own that are open now. */
  transactions: number
}

const requests = new AsyncLocalStorage<Request>()

/** Runs the work, and all that it leads to, as one request. */
export function asRequest<Result>(work: () => Result): Result {
  return requests.run({ storeId: null, turns: null, transactions: 0 }, work)
}

/** Says which store the request that runs here is of. Nothing without one, as in a command. */
export function setRequestStore(storeId: string | null): void {
  const request = requests.getStore()
  if (request) request.storeId = storeId
}

export interface ShareOptions {
  /** Connections that there are. */
  places: number
  /** How many of them the requests of one store may use at once. */
  perStore: number
  /** How many of them one request may use at once. */
  perRequest: number
  longestWaitMs: number
}

/** Connections, as requests may use them. */
export interface ConnectionShares {
  /**
   * Waits until the request that runs here may use a connection. What it answers gives that back.
   * Work of no request is few and bounded elsewhere; it does not wait here.
   * @throws Problem UNAVAILABLE when that takes too long
   */
  enter(kind: 'statement' | 'transaction'): Promise<() => void>
}

const nothing = () => {}

export function createConnectionShares({
  perRequest,
  places,
  perStore,
  longestWaitMs,
}: ShareOptions): ConnectionShares {
  const stores = createFairTurns({ places, perKey: perStore, longestWaitMs })

  return {
    async enter(kind) {
      const request = requests.getStore()
      // Whoever has a connection and waits for another, which only those can give up who do the same, waits for good.
      if (!request?.storeId || request.transactions > 0) return nothing
      request.turns ??= createFairTurns({ places: perRequest, perKey: perRequest, longestWaitMs })
      const leaveRequest = await request.turns.enter('')
      const leaveStore = await stores.enter(request.storeId).catch((error: unknown) => {
        leaveRequest()
        throw error
      })
      if (kind === 'transaction') request.transactions += 1
      let hasLeft = false
      return () => {
        if (kind === 'transaction' && !hasLeft) request.transactions -= 1
        hasLeft = true
        leaveStore()
        leaveRequest()
      }
    },
  }
}
