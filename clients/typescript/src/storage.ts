import { pause } from './retry.ts'

/**
 * Where the client stores the customer's token, the cart's id, the token for a store with a password, and the key of a
 * checkout that is not answered yet. `localStorage` is one that all tabs share and that outlives them; scripts of the page
 * can read it. `sessionStorage` belongs to one tab.
 */
export interface StorefrontStorage {
  getItem(key: string): string | null | Promise<string | null>
  setItem(key: string, value: string): void | Promise<void>
  removeItem(key: string): void | Promise<void>
}

/** For one page load, a test, or one request of a server that renders pages. */
export function memoryStorage(): StorefrontStorage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** Tabs that are processes of their own see what another has written to `localStorage` a little later. */
const SEEN_MS = 200

const queues = new WeakMap<StorefrontStorage, Promise<unknown>>()

/**
 * Runs the work while no other work with the same storage and name runs: of the same process, and with `localStorage` of
 * any tab.
 */
export function withLock<Result>(
  storage: StorefrontStorage,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const locks = globalThis.navigator?.locks
  // Node 24 has locks, but no Storage.
  if (locks && typeof Storage !== 'undefined' && storage instanceof Storage) {
    return new Promise((resolve, reject) => {
      const request = locks.request(name, async () => {
        const result = work()
        resolve(result)
        await result.catch(() => {})
        await pause(SEEN_MS)
      })
      request.catch(reject)
    })
  }
  const turn = (queues.get(storage) ?? Promise.resolve()).then(work)
  queues.set(
    storage,
    turn.catch(() => {}),
  )
  return turn
}
