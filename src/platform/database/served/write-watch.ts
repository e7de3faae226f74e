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
  /** Ends connections that were opened before a time of `performance.now()`, once they are not in use. */
  replaceOlder: (before: number) => void
  logger?: Logger | undefined
}

export const IS_READ_ONLY = "SELECT current_setting('transaction_read_only') = 'on' AS is_read_only"

const ANSWER_WITHIN_MS = 2_000
const ASK_AGAIN_AFTER_MS = 500
/** Of a proxy that leads to several servers, one answer may differ from the next. */
const REPLACE_EVERY_MS = 3_000

/**
 * When a statement fails because nothing may be written, a new connection is asked, again and again, until one takes
 * writes. Older connections may lead to a server that has been replaced, or keep a setting of before: they are closed
 * then.
 */
export function watchForWrites({ url, replaceOlder, logger }: WriteWatchOptions): WriteWatch {
  let since: Date | null = null
  let isAsking = false
  let isClosed = false
  let replacedAt = Number.NEGATIVE_INFINITY
  /** Until then, none are replaced again. */
  let pause: NodeJS.Timeout | undefined

  /** Null without an answer: the database is away, which is not noticed here. */
  const takesWrites = () =>
    probe<{ is_read_only: boolean }>(url, IS_READ_ONLY, ANSWER_WITHIN_MS).then(
      (row) => row?.is_read_only === false,
      () => null,
    )

  function comeBack(openedBefore: number): void {
    if (since !== null) logger?.info({ readOnlyMs: Date.now() - since.getTime() }, 'The database takes writes again')
    replace(openedBefore, since === null)
    since = null
  }

  /** At once, or after a pause since the last time. */
  function replace(openedBefore: number, isNews: boolean): void {
    clearTimeout(pause)
    if (isClosed) return
    const dueIn = replacedAt + REPLACE_EVERY_MS - performance.now()
    if (dueIn > 0) {
      pause = setTimeout(() => replace(openedBefore, isNews), dueIn).unref()
      return
    }
    if (isNews) logger?.warn('Connections on which the database took no writes are replaced')
    replacedAt = performance.now()
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
      clearTimeout(pause)
    },
  }
}
