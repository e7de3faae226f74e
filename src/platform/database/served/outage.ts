import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../logger.ts'
import { DatabaseAway, isConnectionError } from '../errors/database-busy.ts'
import { isServerError } from '../errors/sql-state.ts'
import { probe } from './probe.ts'

/** Notices that a server is away, so that nobody waits for it. */
export interface Outage {
  /** For pg's `stream`. While the server is away, connecting fails at once. */
  socket(): Socket
  close(): void
}

export interface OutageOptions {
  url: string
  isAwaited: () => boolean
  logger?: Logger | undefined
}

/** While somebody waits, a server silent for so long is probed. */
const SILENT_FOR_MS = 1_000
const ANSWER_WITHIN_MS = 2_000
/** For answers that have arrived, but that this busy process has not read. */
const READ_WITHIN_MS = 100
const ASK_AGAIN_AFTER_MS = 500

/**
 * Probes the server on a connection of its own when a pool connection breaks or an awaited one is silent. If that
 * fails, all connections are cut (DatabaseAway) and new ones fail at once, until an answer comes.
 */
export function watchForOutage({ url, isAwaited, logger }: OutageOptions): Outage {
  const sockets = new Set<Socket>()
  /** On the clock of `performance.now()`; null while the server answers. */
  let awaySince: number | null = null
  let isAsking = false
  let isClosed = false

  const bytesRead = () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0)

  function leave(error: unknown): void {
    awaySince = performance.now()
    logger?.error({ err: error }, 'The database is unreachable: requests that need it fail fast until it is back')
    for (const socket of sockets) socket.destroy(new DatabaseAway(error))
  }

  function comeBack(): void {
    if (awaySince === null) return
    logger?.info({ awayMs: Math.round(performance.now() - awaySince) }, 'The database is reachable again')
    awaySince = null
  }

  async function ask(): Promise<void> {
    if (isAsking || isClosed) return
    isAsking = true
    try {
      for (;;) {
        const before = bytesRead()
        const error = await failureOf(url)
        if (isClosed) return
        if (error === null) return comeBack()
        if (awaySince === null) {
          await wait(READ_WITHIN_MS, undefined, { ref: false })
          if (bytesRead() > before) return
          leave(error)
        }
        await wait(ASK_AGAIN_AFTER_MS, undefined, { ref: false })
      }
    } finally {
      isAsking = false
    }
  }

  let lastBytes = 0
  const silence = setInterval(() => {
    const bytes = bytesRead()
    if (awaySince === null && bytes === lastBytes && isAwaited()) void ask()
    lastBytes = bytes
  }, SILENT_FOR_MS).unref()

  return {
    socket() {
      if (awaySince !== null) return new RefusedSocket()
      const socket = new Socket()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      socket.once('error', () => void ask())
      socket.once('end', () => {
        if (!socket.writableEnded) void ask()
      })
      return socket
    },
    close() {
      isClosed = true
      clearInterval(silence)
      for (const socket of sockets) socket.destroy()
    },
  }
}

class RefusedSocket extends Socket {
  override connect(): this {
    return this.destroy(new DatabaseAway())
  }
}

/** Null also for a refusal: a server without a connection left still serves those who have one. */
const failureOf = (url: string): Promise<unknown> =>
  probe(url, 'SELECT 1', ANSWER_WITHIN_MS).then(
    () => null,
    (error) => (isServerError(error) && !isConnectionError(error) ? null : error),
  )
