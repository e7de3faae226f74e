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
  // The DOM's types leave open whether a promise is awaited; it is.
  if (locks && storage instanceof Storage) return locks.request(name, work) as Promise<Result>
  const turn = (queues.get(storage) ?? Promise.resolve()).then(work)
  queues.set(
    storage,
    turn.catch(() => {}),
  )
  return turn
}
