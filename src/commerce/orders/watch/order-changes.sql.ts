import type { SqlClient } from '../../../platform/database/sql.ts'
import { storeStatement } from '../../../platform/database/store-statement.ts'

// SQL: read every second for each store that is watched, for which Prisma takes several times as long.

export interface StoredChange {
  id: string
  orderId: string
  kind: string
  at: Date
}

/** In the order of their ids, which begin with their time. */
export const changesSince = storeStatement<StoredChange>(
  'order events since a time',
  `SELECT id, order_id AS "orderId", kind, created_at AS at FROM order_events
   WHERE store_id = $1 AND id > $2::uuid ORDER BY id LIMIT $3::int`,
)

export const numbersOfOrders = storeStatement<{ id: string; orderNo: string }>(
  'numbers of orders',
  'SELECT id, order_no AS "orderNo" FROM orders WHERE store_id = $1 AND id = ANY($2::uuid[])',
)

/** The ids of keys, and the hashes of sessions, that have not ended. */
export const validHolders = storeStatement<{ holder: string }>(
  'valid keys and sessions',
  `SELECT id::text AS holder FROM owner_keys WHERE store_id = $1 AND id = ANY($2::uuid[]) AND revoked_at IS NULL
   UNION ALL
   SELECT id_hash FROM console_sessions
   WHERE store_id = $1 AND id_hash = ANY($3::text[]) AND created_at > $4 AND last_used_at > $5`,
)

/** The hash of each session of a person that has not ended, followed by what they are in the store now. */
export const standingsOfPersons = (
  sql: Pick<SqlClient, '$queryRaw'>,
  ofStore: string,
  sessions: readonly string[],
  { createdAt, lastUsedAt }: { createdAt: Date; lastUsedAt: Date },
): Promise<{ holder: string }[]> =>
  sql.$queryRaw<{ holder: string }[]>`
    SELECT concat_ws(' ', s.id_hash, m.role, m.money::text) AS holder
    FROM person_sessions s JOIN memberships m ON m.person_id = s.person_id
    WHERE m.of_store = ${ofStore}::uuid AND s.id_hash = ANY (${[...sessions]}::text[])
      AND s.created_at > ${createdAt} AND s.last_used_at > ${lastUsedAt}`
