import { expect, vi } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate/migrate.ts'
import { openReplica, type Replica } from '../../src/platform/database/replica/replica.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { type Neighbour, openNeighbour } from './public-requests.ts'
import { watchSecrets } from './secret-watch.ts'
import { openShop, type Shop } from './shop.ts'

/** Long enough that nothing in a test waits for it. */
const STATEMENT_TIMEOUT_MS = 120_000

export interface ReplicatedShop {
  shop: Shop
  /** The same without kept answers. */
  uncached: Neighbour
  primary: PostgresServer
  standby: PostgresServer
  replica: Replica
  /** The messages in the log about the replica. */
  logged(): string[]
  /** Waits until the replica is in use, or left out. */
  until(state: 'in use' | 'left out'): Promise<void>
  /** Waits until the standby has replayed what the primary has written. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** A service on a primary with a streaming replica, both of the test's own. */
export async function openReplicatedShop({ maxLagMs = 2_000 } = {}): Promise<ReplicatedShop> {
  const primary = await startPostgres()
  const options = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, poolSize: 8 }
  const database: Database = await openDatabase({ kind: 'served', url: primary.url, ...options })
  await migrate(database)
  const standby = await primary.replica()
  const { logger, lines } = watchSecrets()
  const replica = openReplica({ url: standby.url, primaryUrl: primary.url, maxLagMs, ...options, logger })
  const shop = await openShop({ database, replica, logger, limitsOff: true })
  const uncached = await openNeighbour(shop, { answerCacheMb: 0 }, { services: shop.services })

  return {
    shop,
    uncached,
    primary,
    standby,
    replica,
    logged: () => lines.map((line) => JSON.parse(line).msg as string).filter((message) => /replica/.test(message)),
    until: (state) =>
      vi.waitFor(() => expect(replica.status().isInUse).toBe(state === 'in use'), { timeout: 120_000, interval: 50 }),
    async caughtUp() {
      const [row] = await primary.query<{ at: string }>('SELECT pg_current_wal_lsn()::text AS at')
      await vi.waitFor(
        async () => {
          const rows = await standby.query(`SELECT 1 WHERE pg_last_wal_replay_lsn() >= '${row?.at}'`)
          expect(rows).toHaveLength(1)
        },
        { timeout: 120_000, interval: 50 },
      )
    },
    async close() {
      await uncached.app.close()
      await shop.close()
      await standby.remove()
      await primary.remove()
    },
  }
}
