import { availableParallelism } from 'node:os'
import type { Piscina } from 'piscina'
import { Problem } from './problem.ts'
import { isStorableText } from './text/text.ts'

export type Passwords = {
  /**
   * Composes accents (NFC) first. @throws Problem BAD_USER_INPUT over 72 bytes of UTF-8 or with a NUL, UNAVAILABLE when
   * busy
   */
  hash(plain: string): Promise<string>
  /**
   * Pass `null` for an unknown account: the answer is false, after the time of a real check.
   * @throws Problem UNAVAILABLE when too many passwords are waiting
   */
  verify(plain: string, hash: string | null): Promise<boolean>
  close(): Promise<void>
}

/** bcrypt ignores bytes beyond this. */
const MAX_BYTES = 72
export const PASSWORD_TOO_LONG = `Password must be at most ${MAX_BYTES} bytes long`
/** About two seconds of waiting at the default cost. */
const QUEUE_PER_THREAD = 32

/**
 * Hashes in worker threads, which start with the first password.
 * @param options.cost exponent of a power of two; default 10
 * @param options.threads default one less than the machine's cores, at least one
 */
export function createPasswords(options: { cost?: number; threads?: number } = {}): Passwords {
  const cost = options.cost ?? 10
  const threads = options.threads ?? Math.max(1, availableParallelism() - 1)
  const capacity = threads * (1 + QUEUE_PER_THREAD)
  const hashOfNobody = `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`
  let pool: Promise<Piscina> | undefined
  let closed = false
  let unfinished = 0

  async function run<Result>(name: 'hash' | 'verify', task: object): Promise<Result> {
    if (closed || unfinished >= capacity) {
      throw new Problem('UNAVAILABLE', 'The server is busy. Please try again.', { retryAfter: 1 })
    }
    pool ??= startPool(threads)
    unfinished += 1
    try {
      return await (await pool).run(task, { name })
    } finally {
      unfinished -= 1
    }
  }

  return {
    async hash(written) {
      const plain = composed(written)
      const mistake = unhashable(plain)
      if (mistake !== null) throw new Problem('BAD_USER_INPUT', mistake)
      return run<string>('hash', { plain, cost })
    },

    async verify(written, hash) {
      // Older hashes are of what was typed. The number of tries depends on the password alone, so that an unknown
      // account
      // takes as long.
      const forms = new Set([composed(written), written])
      for (const plain of forms) {
        const possible = hash !== null && fits(plain) && isStorableText(plain)
        const matches = await run<boolean>('verify', possible ? { plain, hash } : { plain: '', hash: hashOfNobody })
        if (possible && matches) return true
      }
      return false
    },

    async close() {
      closed = true
      await (await pool)?.close()
    },
  }
}

/** Keyboards write é as one character or as two. */
export const composed = (password: string): string => password.normalize('NFC')

export const fits = (plain: string): boolean => Buffer.byteLength(composed(plain)) <= MAX_BYTES

/** Why a password cannot be hashed; null when it can. */
export function unhashable(plain: string): string | null {
  if (!fits(plain)) return PASSWORD_TOO_LONG
  return isStorableText(plain) ? null : 'Password contains characters that cannot be stored'
}

async function startPool(threads: number): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  return new Piscina({
    filename: new URL('./bcrypt-worker.mjs', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    // Otherwise the threads would load tsx or vitest too.
    execArgv: [],
  })
}
