import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../database/sql.ts'

// SQL, since pg-boss has no calls that list or delete jobs by their payload, and its tables are none of Prisma's models.

export interface StoredFailure<Name extends string> {
  id: string
  name: Name
  payload: object
  reason: string
  tries: number
  queuedAt: Date
  failedAt: Date
}

const COLUMNS = Prisma.sql`id, name, data AS payload,
  coalesce(output->>'message', output->'value'->>'message', '') AS reason, retry_count + 1 AS tries,
  created_on AS "queuedAt", completed_on AS "failedAt"`

const failedOf = (storeId: string) => Prisma.sql`state = 'failed' AND data->>'storeId' = ${storeId}`

/** Newest first. @param behind the moment and the id of the job after which the list begins */
export function readFailedJobs<Name extends string>(
  db: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  { behind, take }: { behind: { failedAt: unknown; id: unknown } | null; take: number },
): Promise<StoredFailure<Name>[]> {
  const isBehind = behind
    ? Prisma.sql`AND (date_trunc('milliseconds', completed_on), id) < (${behind.failedAt}::timestamptz, ${behind.id}::uuid)`
    : Prisma.empty
  return db.$queryRaw<StoredFailure<Name>[]>`
    SELECT ${COLUMNS} FROM pgboss.job WHERE ${failedOf(storeId)} ${isBehind}
    ORDER BY date_trunc('milliseconds', completed_on) DESC, id DESC LIMIT ${take}`
}

export interface UnfinishedJob<Payload> {
  payload: Payload
  /** Of the last attempt; empty before one has failed. */
  reason: string
  /** For good. */
  hasFailed: boolean
}

/**
 * Jobs of one kind whose payload has one of the ids under the name.
 * @param name must be a constant, and have an index where a queue is long
 */
export const readUnfinishedJobs = <Payload>(
  db: Pick<SqlClient, '$queryRaw'>,
  kind: string,
  { storeId, name, ids }: { storeId: string; name: string; ids: readonly string[] },
): Promise<UnfinishedJob<Payload>[]> => db.$queryRaw`
  SELECT data AS payload, coalesce(output->>'message', output->'value'->>'message', '') AS reason,
    state = 'failed' AS "hasFailed"
  FROM pgboss.job
  WHERE name = ${kind} AND state IN ('created', 'retry', 'active', 'failed')
    AND data->>'storeId' = ${storeId} AND ${Prisma.raw(`data->>'${name}'`)} IN (${Prisma.join(ids)})
  ORDER BY created_on`

/** Null when there is none. */
export async function lockFailedJob<Name extends string>(
  tx: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  id: string,
): Promise<StoredFailure<Name> | null> {
  const [job] = await tx.$queryRaw<StoredFailure<Name>[]>`
    SELECT ${COLUMNS} FROM pgboss.job WHERE ${failedOf(storeId)} AND id = ${id}::uuid FOR UPDATE`
  return job ?? null
}

/** At most `most`. */
export async function countFailedJobs(
  db: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  most: number,
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM pgboss.job WHERE ${failedOf(storeId)} LIMIT ${most}
    ) AS failed`
  return row?.count ?? 0
}

/** Ended jobs too. @param condition which of them, by `data` */
export async function deleteJobs(
  tx: Pick<SqlClient, '$executeRaw'>,
  name: string,
  storeId: string,
  condition: Prisma.Sql,
): Promise<void> {
  for (const table of JOB_TABLES) {
    await tx.$executeRaw`
      DELETE FROM ${table} WHERE name = ${name} AND data->>'storeId' = ${storeId} AND ${condition}`
  }
}

/** At most `batch` per statement; reports each. */
export async function deleteAllJobs(
  db: Pick<SqlClient, '$executeRaw'>,
  storeId: string,
  { batch, onBatch }: { batch: number; onBatch: () => void },
): Promise<void> {
  for (const table of JOB_TABLES) {
    for (;;) {
      const count = await db.$executeRaw`
        DELETE FROM ${table} WHERE (name, id) IN (
          SELECT name, id FROM ${table} WHERE data->>'storeId' = ${storeId} LIMIT ${batch}
        )`
      if (count > 0) onBatch()
      if (count < batch) break
    }
  }
}

const JOB_TABLES = ['job', 'archive'].map((name) => Prisma.raw(`pgboss.${name}`))
