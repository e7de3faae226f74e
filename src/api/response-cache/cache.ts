import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { FoundStore } from '../../commerce/stores/store-directory.ts'
import { addUp } from '../admission/admission.ts'
import type { Charge } from '../context.ts'
import type { Counted } from '../graphql/operation-meters.ts'
import type { ContentCoding } from '../http/content-coding.ts'
import { identityBody, type ResponseBody } from './body.ts'

/** Headers and URLs have no line breaks, so different requests never share a key. */
export const responseKey = (baseUrl: string, url: string): string => `${baseUrl}\n${url}`

/** @param body document and variables; empty for a GET request, whose URL has both */
export const documentKey = (
  baseUrl: string,
  { url, method, headers }: { url: string; method: string; headers: IncomingHttpHeaders },
  body: string,
): string => `${responseKey(baseUrl, url)}\n${method}\n${headers.accept ?? ''}\n${body}`

/** Decides whether a cached response is still right. */
type StoreState = Pick<FoundStore, 'id' | 'contentVersion'>

/** The same for all visitors of a store. */
export interface NewResponse {
  /** The pattern of its path. */
  route: string
  type: string
  vary: string
  bytes: Buffer
  /** Instead of those that all public answers have: the policy of a page. */
  headers?: Readonly<Record<string, string>>
  /** Headers about what is deprecated, beside all others. */
  deprecation?: Readonly<Record<string, string>>
  /** Changes with every order, such as availability. */
  isVolatile: boolean
  /** Counted for each request. */
  charges: readonly Charge[]
  counted: readonly Counted[]
}

export interface CachedResponse extends NewResponse {
  /** On the clock of `performance.now()`. */
  endsAt: number
  /** Ready to be sent at once. */
  bodies: Map<ContentCoding, ResponseBody>
  compressing: Map<ContentCoding, Promise<ResponseBody>>
}

export interface ResponseCache {
  get(store: StoreState, key: string): CachedResponse | undefined
  /**
   * Concurrent requests wait for one response. @param make returns null when it is private; those who waited get null
   * too
   */
  getOrMake(store: StoreState, key: string, make: () => Promise<NewResponse | null>): Promise<CachedResponse | null>
  /** Bytes, estimated. */
  size(): number
  /** Add a hit for what `get` returned; `getOrMake` counts on its own. */
  requests: { hits: number; misses: number }
}

/** Bounds how long a change made in the database by hand is missed; others show in the store's version. */
const MAX_AGE_MS = 60_000
const VOLATILE_MAX_AGE_MS = 1_000
const STORE_SHARE = 1 / 4
/** Bytes beside bodies and keys. */
const OVERHEAD = 1_024
/** Compressed bodies are made later, so room for them is counted from the start. */
const ROOM_FOR_COMPRESSED = 1.5

interface Making {
  startedAt: number
  response: Promise<CachedResponse | null>
}

interface StoreEntries {
  contentVersion: bigint
  responses: LRUCache<string, CachedResponse>
}

/** At most `maxBytes`, of one store at most a quarter. */
export function createResponseCache({ maxBytes }: { maxBytes: number }): ResponseCache {
  const making = new Map<string, Making>()
  const requests = { hits: 0, misses: 0 }
  const stores = new LRUCache<string, StoreEntries>({
    maxSize: maxBytes,
    sizeCalculation: ({ responses }) => responses.calculatedSize + OVERHEAD,
  })

  /** Drops entries of an earlier state. */
  function entriesOf({ id, contentVersion }: StoreState): StoreEntries {
    const entries = stores.get(id)
    if (entries && entries.contentVersion >= contentVersion) return entries
    return {
      contentVersion,
      responses: new LRUCache({ maxSize: Math.ceil(maxBytes * STORE_SHARE), sizeCalculation: sizeOf }),
    }
  }

  function get({ id, contentVersion }: StoreState, key: string): CachedResponse | undefined {
    const entries = stores.get(id)
    const response = entries?.contentVersion === contentVersion ? entries.responses.get(key) : undefined
    return response && response.endsAt > performance.now() ? response : undefined
  }

  function set(store: StoreState, key: string, response: CachedResponse): void {
    const entries = entriesOf(store)
    if (entries.contentVersion !== store.contentVersion) return
    entries.responses.set(key, response)
    // Setting what is there already would not count its new size.
    stores.delete(store.id)
    stores.set(store.id, entries)
  }

  return {
    get,

    getOrMake(store, key, make) {
      const cached = get(store, key)
      if (cached) {
        requests.hits += 1
        return Promise.resolve(cached)
      }
      const stateKey = `${store.id} ${store.contentVersion} ${key}`
      const startedAt = performance.now()
      const underway = making.get(stateKey)
      // May have read what is older than a volatile response may be.
      if (underway && startedAt - underway.startedAt < VOLATILE_MAX_AGE_MS) {
        requests.hits += 1
        return underway.response
      }
      requests.misses += 1
      const response = make()
        .then((made) => {
          if (!made) return null
          const response = cachedResponse(made, startedAt)
          set(store, key, response)
          return response
        })
        .finally(() => {
          if (making.get(stateKey) === current) making.delete(stateKey)
        })
      const current = { startedAt, response }
      making.set(stateKey, current)
      return response
    },

    size: () => stores.calculatedSize,
    requests,
  }
}

function cachedResponse(made: NewResponse, startedAt: number): CachedResponse {
  const body = identityBody(made.bytes)
  return {
    ...made,
    bytes: body.bytes,
    charges: addUp(made.charges),
    endsAt: startedAt + (made.isVolatile ? VOLATILE_MAX_AGE_MS : MAX_AGE_MS),
    bodies: new Map([['identity', body]]),
    compressing: new Map(),
  }
}

const sizeOf = ({ bytes }: CachedResponse, key: string): number =>
  Math.ceil(bytes.length * ROOM_FOR_COMPRESSED) + 2 * key.length + OVERHEAD
