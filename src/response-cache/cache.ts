import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { addUp } from '../gateway/admission.ts'
import type { Charge } from '../gateway/context.ts'
import type { OperationMeter } from '../gateway/operation-meters.ts'
import type { FoundStore } from '../stores/store-directory.ts'
import { type ContentCoding, codingFor, compress } from './content-coding.ts'

/** The part of a store that decides whether an answer kept for it is still right. */
export type StoreState = Pick<FoundStore, 'id' | 'contentVersion'>

/** What an answer is made of. */
export interface NewAnswer {
  /** The media type. */
  type: string
  bytes: Buffer
  /** Whether it tells what moves with every order, such as what is available. */
  isMoving: boolean
  /** All that a request for it counts against. */
  charges: readonly Charge[]
  /** The operations that it answers. */
  operations: readonly OperationMeter[]
}

/** An answer that all visitors of a store get alike. */
export interface SharedAnswer extends NewAnswer {
  /** When it is made anew at the latest, on the clock of `performance.now()`. */
  endsAt: number
  /** Its bodies that can be sent at once. */
  bodies: Map<ContentCoding, AnswerBody>
  /** Those that are being compressed. */
  compressing: Map<ContentCoding, Promise<AnswerBody>>
}

export interface AnswerBody {
  coding: ContentCoding
  bytes: Buffer
  /** As in the `ETag` header, in quotes. */
  etag: string
  /** Set by whoever sends it first, for those who send it again. */
  head?: AnswerHead
}

/** Headers as names and values in turn, without those that differ from request to request. */
export interface AnswerHead {
  /** The path's pattern. */
  route: string
  full: string[]
  /** Of a 304. */
  unchanged: string[]
}

export interface SharedAnswers {
  /** The answer under the key for this state of the store. */
  find(store: StoreState, key: string): SharedAnswer | undefined
  /**
   * Makes an answer and keeps it. Meanwhile everyone else who asks for the same waits for it.
   * @param make returns null when the answer is for one visitor only; those who waited get null then, too
   */
  make(store: StoreState, key: string, make: () => Promise<NewAnswer | null>): Promise<SharedAnswer | null>
  /** Bytes in memory, estimated. */
  size(): number
  /** Requests by what they got. Whoever sends what `find` has found adds a hit; `make` counts by itself. */
  use: { hits: number; misses: number }
}

/**
 * Changes by this service are seen sooner, through the store's version. This bounds how long a change is missed that
 * somebody made in the database by hand.
 */
const MAX_AGE_MS = 60_000
const MOVING_MAX_AGE_MS = 1_000
/** Smaller bodies fit into one packet as they are. */
const COMPRESSED_FROM_BYTES = 1_024
/** The part of the memory that one store may take. */
const STORE_SHARE = 1 / 4
/** Bytes of an answer, or of a shelf, beside bodies and keys. */
const OVERHEAD = 1_024
/** A compressed body is made after its answer is kept, so room for it is counted from the start. */
const ROOM_FOR_COMPRESSED = 1.5

/** An answer that is being made. */
interface Fetch {
  startedAt: number
  answer: Promise<SharedAnswer | null>
}

/** What is kept of one store in one state. */
interface Shelf {
  contentVersion: bigint
  answers: LRUCache<string, SharedAnswer>
}

/**
 * The key of an answer, by all that decides about it beside the store. Addresses in it begin with the base URL. Whoever
 * has more to add takes a line for each part: no header and no URL has a line break, so that no two requests that
 * differ share a key.
 */
export const sharedKey = (baseUrl: string, url: string): string => `${baseUrl}\n${url}`

/** Keeps answers in memory: at most `maxBytes`, of one store at most a quarter of that. */
export function createSharedAnswers({ maxBytes }: { maxBytes: number }): SharedAnswers {
  const making = new Map<string, Fetch>()
  const use = { hits: 0, misses: 0 }
  const shelves = new LRUCache<string, Shelf>({
    maxSize: maxBytes,
    sizeCalculation: ({ answers }) => answers.calculatedSize + OVERHEAD,
  })

  /** The store's shelf, without what is left on it of an earlier state. */
  function shelfOf({ id, contentVersion }: StoreState): Shelf {
    const shelf = shelves.get(id)
    if (shelf && shelf.contentVersion >= contentVersion) return shelf
    return {
      contentVersion,
      answers: new LRUCache({ maxSize: Math.ceil(maxBytes * STORE_SHARE), sizeCalculation: sizeOf }),
    }
  }

  function keep(store: StoreState, key: string, answer: SharedAnswer): void {
    const shelf = shelfOf(store)
    if (shelf.contentVersion !== store.contentVersion) return
    shelf.answers.set(key, answer)
    // Setting what is there already would not count its new size.
    shelves.delete(store.id)
    shelves.set(store.id, shelf)
  }

  return {
    find({ id, contentVersion }, key) {
      const shelf = shelves.get(id)
      const answer = shelf?.contentVersion === contentVersion ? shelf.answers.get(key) : undefined
      return answer && answer.endsAt > performance.now() ? answer : undefined
    },

    make(store, key, make) {
      const stateKey = `${store.id} ${store.contentVersion} ${key}`
      const startedAt = performance.now()
      const underway = making.get(stateKey)
      // What an older fetch has read may be older than a moving answer may be.
      if (underway && startedAt - underway.startedAt < MOVING_MAX_AGE_MS) {
        use.hits += 1
        return underway.answer
      }
      use.misses += 1
      const answer = make()
        .then((made) => {
          if (!made) return null
          const answer = sharedAnswer(made, startedAt)
          keep(store, key, answer)
          return answer
        })
        .finally(() => {
          if (making.get(stateKey) === fetch) making.delete(stateKey)
        })
      const fetch = { startedAt, answer }
      making.set(stateKey, fetch)
      return answer
    },

    size: () => shelves.calculatedSize,
    use,
  }
}

/** The body for the client's `Accept-Encoding`, compressed once for everyone. */
export async function bodyFor(answer: SharedAnswer, acceptEncoding: string | undefined): Promise<AnswerBody> {
  const { bytes, bodies, compressing } = answer
  const coding = codingOf(answer, acceptEncoding)
  const ready = bodies.get(coding) ?? compressing.get(coding)
  if (ready) return ready
  const body = compressedBody(bytes, coding)
  compressing.set(coding, body)
  try {
    bodies.set(coding, await body)
    return await body
  } finally {
    compressing.delete(coding)
  }
}

/** The same if it can be sent at once. */
export const readyBody = (answer: SharedAnswer, acceptEncoding: string | undefined): AnswerBody | undefined =>
  answer.bodies.get(codingOf(answer, acceptEncoding))

const codingOf = ({ bytes }: SharedAnswer, acceptEncoding: string | undefined): ContentCoding =>
  bytes.length < COMPRESSED_FROM_BYTES ? 'identity' : codingFor(acceptEncoding)

function sharedAnswer(made: NewAnswer, startedAt: number): SharedAnswer {
  const maxAgeMs = made.isMoving ? MOVING_MAX_AGE_MS : MAX_AGE_MS
  const bytes = alone(made.bytes)
  const body = { coding: 'identity', bytes, etag: etagOf(bytes) } as const
  return {
    ...made,
    bytes,
    charges: addUp(made.charges),
    endsAt: startedAt + maxAgeMs,
    bodies: new Map([['identity', body]]),
    compressing: new Map(),
  }
}

async function compressedBody(bytes: Buffer, coding: ContentCoding): Promise<AnswerBody> {
  const compressed = alone(await compress(bytes, coding))
  return { coding, bytes: compressed, etag: etagOf(compressed) }
}

/** The bytes in memory of their own. As they are made, they often are a small part of a larger piece, which they keep. */
function alone(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

const etagOf = (bytes: Buffer): string => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

const sizeOf = ({ bytes }: SharedAnswer, key: string): number =>
  Math.ceil(bytes.length * ROOM_FOR_COMPRESSED) + 2 * key.length + OVERHEAD
