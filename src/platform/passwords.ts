import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { Problem } from './problem.ts'
import { isStorableText } from './text.ts'

export type Passwords = {
  /**
   * A bcrypt hash with a salt of its own.
   * Throws Problem BAD_USER_INPUT for what bcrypt would cut (over 72 bytes of UTF-8, or a NUL); UNAVAILABLE when busy.
   */
  hash(plain: string): Promise<string>
  /**
   * Whether `plain` is the password. `null` stands for an account that does not exist: false, after the time of a real
   * check. So does a password that `hash` would have refused. Throws Problem UNAVAILABLE when busy.
   */
  verify(plain: string, hash: string | null): Promise<boolean>
  /** Finishes what runs and ends the threads. */
  close(): Promise<void>
}

/** bcrypt reads no further. */
const MAX_BYTES = 72
/** At the default cost about two seconds of waiting; beyond that an honest "busy" serves everyone better. */
const QUEUE_PER_THREAD = 32

/**
 * Password hashing in worker threads, started with the first password, so that requests are answered meanwhile.
 *
 * @param options.cost bcrypt's, as a power of two; 10 unless told
 * @param options.threads one less than the machine's cores unless told, at least one
 */
export function createPasswords(options: { cost?: number; threads?: number } = {}): Passwords {
  const cost = options.cost ?? 10
  const threads = options.threads ?? Math.max(1, availableParallelism() - 1)
  const capacity = threads * (1 + QUEUE_PER_THREAD)
  const hashOfNobody = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`
  let pool: Piscina | undefined
  let closed = false
  let unfinished = 0

  async function run<Result>(name: 'hash' | 'verify', task: object): Promise<Result> {
    if (closed || unfinished >= capacity) {
      throw new Problem('UNAVAILABLE', 'The server is busy. Please try again.', { retryAfter: 1 })
    }
    pool ??= startPool(threads)
    unfinished += 1
    try {
      return await pool.run(task, { name })
    } finally {
      unfinished -= 1
    }
  }

  return {
    async hash(plain) {
      if (Buffer.byteLength(plain) > MAX_BYTES) {
        throw new Problem('BAD_USER_INPUT', `Password must be at most ${MAX_BYTES} bytes long`)
      }
      if (!isStorableText(plain)) {
        throw new Problem('BAD_USER_INPUT', 'Password contains characters that cannot be stored')
      }
      return run<string>('hash', { plain, cost })
    },

    async verify(plain, hash) {
      const possible = hash !== null && Buffer.byteLength(plain) <= MAX_BYTES && isStorableText(plain)
      const matches = await run<boolean>('verify', possible ? { plain, hash } : { plain: '', hash: hashOfNobody })
      return possible && matches
    },

    async close() {
      closed = true
      await pool?.close()
    },
  }
}

function startPool(threads: number): Piscina {
  return new Piscina({
    filename: new URL('./bcrypt-worker.mjs', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    // A loader that this process was started with (tsx, vitest) would only slow the threads' start.
    execArgv: [],
  })
}
