import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../logger.ts'
import { isConnectionError } from '../errors/database-busy.ts'
import { connectionPool, preparedStatementNames, quotaOf, timeLimits } from '../served/connection-pool.ts'
import { createConnectionQuota, type Permits, unlimited, withStatementPermit } from '../served/connection-quota.ts'
import { servedConnections } from '../served/served-connections.ts'
import { createLag } from './replica-lag.ts'
import { openReplicationLink, PrimaryAway, WrongReplica } from './replication.ts'

export interface ReplicaOptions {
  url: string
  primaryUrl: string
  maxLagMs: number
  poolSize: number
  statementTimeoutMs: number
  logger: Logger
}

export interface ReplicaStatus {
  isInUse: boolean
  lagMs: number | null
  reads: { replica: number; primary: number }
}

export interface Replica {
  /** Null when the primary has to answer: the replica is out, fails, or `isGood` refuses its rows. */
  read<Row>(text: string, values: readonly unknown[], isGood: (rows: readonly Row[]) => boolean): Promise<Row[] | null>
  /** For one request to the store, within its quota of connections. */
  forRequest(storeId: string): Replica
  status(): ReplicaStatus
  close(): Promise<void>
}

const CHECK_EVERY_MS = 500
const ANSWER_WITHIN_MS = 1_000
/** The primary can answer at once what would have to wait for longer here. */
const QUOTA_WAIT_MS = 1_000
const CLOSE_WITHIN_MS = 1_000

/** @throws Error when it answers and is no replica of the primary's database */
export async function refuseWrongReplica(urls: { url: string; primaryUrl: string }): Promise<void> {
  const link = openReplicationLink(urls.primaryUrl, urls.url, ANSWER_WITHIN_MS)
  try {
    await link.compare()
  } catch (error) {
    // One that is away is left out until it answers.
    if (error instanceof WrongReplica) throw error
  } finally {
    await link.close()
  }
}

/** Left out until the first check has found it good. Checks run in the background. */
export function openReplica(options: ReplicaOptions): Replica {
  const { url, primaryUrl, maxLagMs, poolSize, statementTimeoutMs, logger } = options
  const pool = connectionPool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    ...timeLimits(url, statementTimeoutMs),
  })
  const { run } = servedConnections(pool, preparedStatementNames(url))
  const quota = createConnectionQuota({ ...quotaOf(poolSize), longestWaitMs: QUOTA_WAIT_MS })
  const link = openReplicationLink(primaryUrl, url, ANSWER_WITHIN_MS)
  const lag = createLag()
  const reads = { replica: 0, primary: 0 }
  const waiting = new Set<() => void>()
  let isInUse = false
  let lagMs: number | null = null
  let loggedReason: string | null = null
  let isClosed = false

  function leave(reason: string, details: { err?: unknown; lagMs?: number | null } = {}): void {
    isInUse = false
    for (const giveUp of waiting) giveUp()
    if (loggedReason === reason || isClosed) return
    loggedReason = reason
    logger.warn(details, `The replica is not used, and all reads go to the primary: ${reason}`)
  }

  function take(): void {
    loggedReason = null
    if (isInUse) return
    isInUse = true
    logger.info({ lagMs }, 'The replica is in use')
  }

  async function check(): Promise<void> {
    const at = performance.now()
    try {
      lagMs = lag.add(await link.compare(), at)
      if (lagMs === null) leave('it has not caught up yet')
      else if (lagMs > maxLagMs) leave(`it is more than ${maxLagMs} ms behind`, { lagMs })
      else take()
    } catch (error) {
      // Without the primary there is nothing to compare with: the last state stays.
      if (error instanceof PrimaryAway) return
      lagMs = null
      if (error instanceof WrongReplica) leave(error.message)
      else leave('it does not answer', { err: error })
    }
  }

  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void>
  const every = Math.min(CHECK_EVERY_MS, maxLagMs / 4)
  const checkOn = () => {
    checking = check().finally(() => {
      if (!isClosed) timer = setTimeout(checkOn, every).unref()
    })
  }
  checkOn()

  function rowsOrNull<Row>(permits: Permits, text: string, values: readonly unknown[]): Promise<Row[] | null> {
    return new Promise((resolve) => {
      const giveUp = () => resolve(null)
      waiting.add(giveUp)
      withStatementPermit(permits, () => run(text, values))
        .then(
          ({ rows }) => resolve(rows as Row[]),
          (error: unknown) => {
            if (isConnectionError(error)) leave('it does not answer', { err: error })
            else logger.debug({ err: error }, 'The replica could not answer a read')
            resolve(null)
          },
        )
        .finally(() => waiting.delete(giveUp))
    })
  }

  const limitedRead =
    (permits: Permits): Replica['read'] =>
    async <Row>(text: string, values: readonly unknown[], isGood: (rows: readonly Row[]) => boolean) => {
      const rows = isInUse ? await rowsOrNull<Row>(permits, text, values) : null
      const isTaken = rows !== null && isGood(rows)
      reads[isTaken ? 'replica' : 'primary'] += 1
      return isTaken ? rows : null
    }

  const replica: Replica = {
    read: limitedRead(unlimited),
    forRequest: (storeId) => ({ ...replica, read: limitedRead(quota.ofRequest(storeId)) }),
    status: () => ({ isInUse, lagMs, reads: { ...reads } }),
    async close() {
      isClosed = true
      clearTimeout(timer)
      // A server that does not answer does not close connections either.
      await Promise.race([
        checking.then(() => Promise.all([link.close(), pool.end()])),
        wait(CLOSE_WITHIN_MS, undefined, { ref: false }),
      ])
    },
  }
  return replica
}
