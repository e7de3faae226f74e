import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../../logger.ts'
import { DatabaseAway, isConnectionError } from '../errors/database-busy.ts'
import { isServerError } from '../errors/sql-state.ts'

/** Notices that a server is away, so that nobody waits for it. */
export interface Outage {
  /** Makes the socket of a connection, for pg's `stream`. While the server is away, connecting fails at once. */
  socket(): Socket
  /** Cuts off every connection that is still open. */
  close(): void
}

export interface OutageOptions {
  url: string
  /** Whether somebody waits for an answer of the server. */
  isAwaited: () => boolean
  logger?: Logger | undefined
}

/** A server that answers nobody for so long while somebody waits is asked whether it is there. */
const SILENT_FOR_MS = 1_000
const ANSWER_WITHIN_MS = 2_000
/** For answers that have arrived, but that this process has been too busy to read. */
const READ_WITHIN_MS = 100
const ASK_AGAIN_AFTER_MS = 500

/**
 * Watches the connections of a pool. When one breaks, or none brings anything although it is awaited, the server is
 * asked on a connection of its own. When that fails, every connection is cut off, which ends what waits with
 * DatabaseAway, and new ones fail at once, until an answer comes. Statements cost nothing more for it.
 */
export function watchForOutage({ url, isAwaited, logger }: OutageOptions): Outage {
  const sockets = new Set<Socket>()
  /** When it began, on the clock of `performance.now()`; null while the server answers. */
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

  /** Asks whether the server is there, and while it is not, until it is. */
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

/** Null when the server answers, be it with a refusal: one that has no connection left still serves those who have. */
async function failureOf(url: string): Promise<unknown> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  })
  // The error is told by what waits for it, too.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return null
  } catch (error) {
    return isServerError(error) && !isConnectionError(error) ? null : error
  } finally {
    // A server that does not answer does not say goodbye either.
    client.end().catch(() => {})
  }
}
