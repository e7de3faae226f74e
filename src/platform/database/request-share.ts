import { AsyncLocalStorage } from 'node:async_hooks'
import { createFairTurns, type FairTurns } from '../fair-turns.ts'

/** State that all statements of one request share. */
interface Request {
  /** Null until the request's store is known. */
  storeId: string | null
  /** Created with the first statement. */
  turns: FairTurns | null
  /** How many transactions the request has open now. */
  transactions: number
}

const requests = new AsyncLocalStorage<Request>()

/** Runs the work, and everything that it calls, as one request. */
export function asRequest<Result>(work: () => Result): Result {
  return requests.run({ storeId: null, turns: null, transactions: 0 }, work)
}

/** Sets the store of the current request. Does nothing outside a request, for example in a command. */
export function setRequestStore(storeId: string | null): void {
  const request = requests.getStore()
  if (request) request.storeId = storeId
}

export interface ShareOptions {
  /** How many connections there are. */
  places: number
  /** How many of them the requests of one store may use at once. */
  perStore: number
  /** How many of them one request may use at once. */
  perRequest: number
  longestWaitMs: number
}

/** Shares the connections among requests. */
export interface ConnectionShares {
  /**
   * Waits until the current request may use a connection. Returns a function that gives the connection back. Work
   * outside requests (jobs, commands) does not wait here, because it is little and limited elsewhere.
   * @throws Problem UNAVAILABLE when waiting takes too long
   */
  enter(kind: 'statement' | 'transaction'): Promise<() => void>
  /** The same without waiting, for a statement alone; null when it would have to wait. */
  enterNow(): (() => void) | null
  /** How many requests wait because their store uses all the connections that it may. */
  waiting(): number
}

const nothing = () => {}

export function createConnectionShares({
  perRequest,
  places,
  perStore,
  longestWaitMs,
}: ShareOptions): ConnectionShares {
  const stores = createFairTurns({ places, perKey: perStore, longestWaitMs })

  /**
   * The request whose turn has to come. A request that is in a transaction already holds a connection. If it waited for
   * a second one, requests could wait for each other forever.
   */
  function waitingRequest(): (Request & { storeId: string; turns: FairTurns }) | null {
    const request = requests.getStore()
    if (!request?.storeId || request.transactions > 0) return null
    request.turns ??= createFairTurns({ places: perRequest, perKey: perRequest, longestWaitMs })
    return request as Request & { storeId: string; turns: FairTurns }
  }

  return {
    waiting: () => stores.state().waiting,
    enterNow() {
      const request = waitingRequest()
      if (!request) return nothing
      const leaveRequest = request.turns.enterNow('')
      const leaveStore = leaveRequest && stores.enterNow(request.storeId)
      if (!leaveStore) {
        leaveRequest?.()
        return null
      }
      return () => {
        leaveStore()
        leaveRequest()
      }
    },
    async enter(kind) {
      const request = waitingRequest()
      if (!request) return nothing
      const leaveRequest = request.turns.enterNow('') ?? (await request.turns.enter(''))
      let leaveStore: () => void
      try {
        leaveStore = stores.enterNow(request.storeId) ?? (await stores.enter(request.storeId))
      } catch (error) {
        leaveRequest()
        throw error
      }
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
