import { connectionPool } from '../served/connection-pool.ts'

/** Positions in the write-ahead log are bytes. */
interface Server {
  cluster: string
  database: string
  name: string
  isStandby: boolean
  /** Written, or on a standby replayed; null on a standby that streams nothing yet. */
  position: bigint | null
}

/** The primary is asked first, so that an up-to-date replica is never behind. */
export interface Replication {
  written: bigint
  replayed: bigint
}

export interface ReplicationLink {
  /**
   * @throws WrongReplica when it is no replica of the primary's database
   * @throws PrimaryAway with its cause; any other error is the replica's
   */
  compare(): Promise<Replication>
  close(): Promise<void>
}

export class WrongReplica extends Error {
  override readonly name = 'WrongReplica'
}

export class PrimaryAway extends Error {
  override readonly name = 'PrimaryAway'
}

const ASK = `
  SELECT system_identifier::text AS cluster, datname AS name, pg_database.oid::text AS database,
    pg_is_in_recovery() AS "isStandby",
    (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END - '0/0')::text AS position
  FROM pg_control_system(), pg_database WHERE datname = current_database()`

/** @param answerWithinMs for each of the two, to connect and to answer */
export function openReplicationLink(primaryUrl: string, replicaUrl: string, answerWithinMs: number): ReplicationLink {
  const [primary, replica] = [primaryUrl, replicaUrl].map((connectionString) =>
    connectionPool({
      connectionString,
      max: 1,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      allowExitOnIdle: true,
    }),
  ) as [ReturnType<typeof connectionPool>, ReturnType<typeof connectionPool>] // As many as there were URLs.

  async function ask(pool: ReturnType<typeof connectionPool>): Promise<Server> {
    const { rows } = await pool.query<Omit<Server, 'position'> & { position: string | null }>(ASK)
    const [server] = rows
    if (!server) throw new Error('The server does not know its own database')
    return { ...server, position: server.position === null ? null : BigInt(server.position) }
  }

  return {
    async compare() {
      const there = await ask(primary).catch((cause: unknown) => {
        throw new PrimaryAway('The primary does not answer', { cause })
      })
      const here = await ask(replica)
      const mistake = mistakeOf(there, here)
      if (mistake) throw new WrongReplica(mistake)
      return { written: there.position ?? 0n, replayed: here.position ?? 0n }
    },
    async close() {
      await Promise.all([primary.end(), replica.end()])
    },
  }
}

function mistakeOf(primary: Server, replica: Server): string | null {
  if (primary.isStandby) return 'DATABASE_URL is a standby: set it to the primary, where the service can write'
  if (replica.cluster !== primary.cluster) {
    return 'DATABASE_REPLICA_URL is of another PostgreSQL cluster than DATABASE_URL: set it to a streaming replica of that server, or leave it out'
  }
  if (!replica.isStandby) {
    return 'DATABASE_REPLICA_URL is the primary itself: set it to a streaming replica of DATABASE_URL, or leave it out'
  }
  if (replica.database !== primary.database) {
    return `DATABASE_REPLICA_URL names the database ${replica.name}, DATABASE_URL the database ${primary.name}: name the same in both`
  }
  return null
}
