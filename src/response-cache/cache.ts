import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { addUp } from '../admission/admission.ts'
import type { Charge } from '../graphql/context.ts'
import type { OperationMeter } from '../graphql/operation-meters.ts'
import type { FoundStore } from '../stores/store-directory.ts'
import { identityBody, type ResponseBody } from './body.ts'
import type { ContentCoding } from './content-coding.ts'

/**
 * The key of a response, by all that decides about it beside the store. Addresses in it begin with the base URL. A line
 * for each part: no header and no URL has a line break, so that no two requests that differ share a key.
 */
export const responseKey = (baseUrl: string, url: string): string => `${baseUrl}\n${url}`

/**
 * The key of the response to a document.
 * @param body with the document and its variables; empty for a GET request, whose URL has both
 */
export const documentKey = (
  baseUrl: string,
  { url, method, headers }: { url: string; method: string; headers: IncomingHttpHeaders },
  body: string,
): string => `${responseKey(baseUrl, url)}\n${method}\n${headers.accept ?? ''}\n${body}`

/** The part of a store that decides whether a response cached for it is still right. */
type StoreState = Pick<FoundStore, 'id' | 'contentVersion'>

/** A response that all visitors of a store get alike, as it is made. */
export interface NewResponse {
  /** The pattern of its path. */
  route: string
  /** The media type. */
  type: string
  /** The `Vary` header. */
  vary: string
  bytes: Buffer
  /** Whether it shows what changes with every order, such as what is available. */
  isVolatile: boolean
  /** All that a request for it counts against. */
  charges: readonly Charge[]
  /** The operations that it answers. */
  operations: readonly OperationMeter[]
}

export interface CachedResponse extends NewResponse {
  /** When it expires, on the clock of `performance.now()`. */
  endsAt: number
  /** Its bodies that can be sent at once. */
  bodies: Map<ContentCoding, ResponseBody>
  /** Those that are being compressed. */
  compressing: Map<ContentCoding, Promise<ResponseBody>>
}

export interface ResponseCache {
  /** The response under the key for this state of the store. */
  get(store: StoreState, key: string): CachedResponse | undefined
  /**
   * The same, or else makes a response and caches it. Meanwhile everyone else who asks for the same waits for it.
   * @param make returns null when the response is private; those who waited get null then, too
   */
  getOrMake(store: StoreState, key: string, make: () => Promise<NewResponse | null>): Promise<CachedResponse | null>
  /** Bytes in memory, estimated. */
  size(): number
  /** Requests by what they got. Whoever sends what `get` has returned adds a hit; `getOrMake` counts on its own. */
  requests: { hits: number; misses: number }
}

/**
 * Changes by this service are seen sooner, through the store's version. This bounds how long a change is missed that
 * somebody made in the database by hand.
 */
const MAX_AGE_MS = 60_000
const VOLATILE_MAX_AGE_MS = 1_000
/** The part of the memory that one store may take. */
const STORE_SHARE = 1 / 4
/** Bytes of a response, or of a store's entries, beside bodies and keys. */
const OVERHEAD = 1_024
/** A compressed body is made after its response is cached, so room for it is counted from the start. */
const ROOM_FOR_COMPRESSED = 1.5

/** A response that is being made. */
interface Making {
  startedAt: number
  response: Promise<CachedResponse | null>
}

/** What is cached of one store in one state. */
interface StoreEntries {
  contentVersion: bigint
  responses: LRUCache<string, CachedResponse>
}

/** Caches responses in memory: at most `maxBytes`, of one store at most a quarter of that. */
export function createResponseCache({ maxBytes }: { maxBytes: number }): ResponseCache {
  const making = new Map<string, Making>()
  const requests = { hits: 0, misses: 0 }
  const stores = new LRUCache<string, StoreEntries>({
    maxSize: maxBytes,
    sizeCalculation: ({ responses }) => responses.calculatedSize + OVERHEAD,
  })

  /** The store's entries, without those of an earlier state. */
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
      // What was begun earlier may have read what is older than a volatile response may be.
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
