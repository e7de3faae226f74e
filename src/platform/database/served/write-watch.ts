import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../logger.ts'
import { isReadOnly } from '../errors/database-busy.ts'
import { probe } from './probe.ts'

/** Notices that the server takes no writes, so that this is reported once and not by each request. */
export interface WriteWatch {
  /** Of every statement that failed. */
  note(error: unknown): void
  /** A connection has reported that it takes none. */
  suspect(): void
  /** Null while it takes writes. */
  readOnlySince(): Date | null
  close(): void
}

interface WriteWatchOptions {
  url: string
  /** Ends connections that were opened before a time of `performance.now()`. */
  replaceOlder: (before: number) => void
  logger?: Logger | undefined
}

export const IS_READ_ONLY = "SELECT current_setting('transaction_read_only') = 'on' AS is_read_only"

const ANSWER_WITHIN_MS = 2_000
const ASK_AGAIN_AFTER_MS = 500

/**
 * When a statement fails because nothing may be written, a new connection is asked, again and again, until one takes
 * writes. Older connections may lead to a server that has been replaced, or keep a setting of before: they are closed
 * then.
 */
export function watchForWrites({ url, replaceOlder, logger }: WriteWatchOptions): WriteWatch {
  let since: Date | null = null
  let isAsking = false
  let isClosed = false

  /** Null without an answer: the database is away, which is not noticed here. */
  const takesWrites = () =>
    probe<{ is_read_only: boolean }>(url, IS_READ_ONLY, ANSWER_WITHIN_MS).then(
      (row) => row?.is_read_only === false,
      () => null,
    )

  function comeBack(openedBefore: number): void {
    if (since === null) logger?.warn('Connections on which the database took no writes are replaced')
    else logger?.info({ readOnlyMs: Date.now() - since.getTime() }, 'The database takes writes again')
    since = null
    replaceOlder(openedBefore)
  }

  async function ask(): Promise<void> {
    if (isAsking || isClosed) return
    isAsking = true
    try {
      for (;;) {
        const before = performance.now()
        const answer = await takesWrites()
        if (isClosed) return
        if (answer) return comeBack(before)
        if (answer === false && since === null) {
          since = new Date()
          logger?.error('The database takes no writes: requests that write are refused until it does')
        }
        if (since === null) return
        await wait(ASK_AGAIN_AFTER_MS, undefined, { ref: false })
      }
    } finally {
      isAsking = false
    }
  }

  return {
    note(error) {
      if (isReadOnly(error)) void ask()
    },
    suspect: () => void ask(),
    readOnlySince: () => since,
    close() {
      isClosed = true
    },
  }
}
