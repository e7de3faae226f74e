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

/** How long a tab may need to see what another has written to `localStorage`, however busy the machine is. */
const SEEN_MS = 10_000

const queues = new WeakMap<StorefrontStorage, Promise<unknown>>()

/**
 * Runs the work while no other work with the same storage and name runs: of the same process, and with `localStorage` of
 * any tab.
 * @param work gets the values that were stored lately, which this tab may not see yet
 * @param storedOf the value that the work has stored
 */
export function withLock<Result>(
  storage: StorefrontStorage,
  name: string,
  work: (unseen: string[]) => Promise<Result>,
  storedOf: (result: Result) => string,
): Promise<Result> {
  const locks = globalThis.navigator?.locks
  // Node 24 has locks, but no Storage. With `sessionStorage` a tab must not use what another has stored.
  if (locks && typeof Storage !== 'undefined' && storage instanceof Storage && storage === localStorage) {
    return locks.request(name, async () => {
      const prefix = `${name}=`
      const names = (await locks.query()).held?.map((lock) => lock.name ?? '') ?? []
      const unseen = names.filter((held) => held.startsWith(prefix)).map((held) => held.slice(prefix.length))
      const result = await work(unseen)
      // Unlike what is in the storage, locks and their names are seen by all tabs at once.
      await new Promise<void>((isHeld) => {
        void locks.request(prefix + storedOf(result), { mode: 'shared' }, () => {
          isHeld()
          return pause(SEEN_MS)
        })
      })
      return result
    })
  }
  const turn = (queues.get(storage) ?? Promise.resolve()).then(() => work([]))
  queues.set(
    storage,
    turn.catch(() => {}),
  )
  return turn
}
