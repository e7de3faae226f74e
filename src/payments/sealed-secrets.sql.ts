import { Prisma } from '../generated/prisma/client.ts'
import type { OnEveryShard } from '../platform/database/every-shard.ts'
import { snakeCase } from '../platform/snake-case.ts'

// SQL, since the secrets of all stores are read on each shard at once, and since a store's account is read along with an
// order.

/** Selects the store's payment account in one value: a `SealedAccount` as JSON, or null when the store has none. */
export const accountAsJson = (storeId: string): Prisma.Sql => Prisma.sql`(
  SELECT json_build_object('storeId', store_id, 'provider', provider, 'keyId', key_id,
    'sealedKeySecret', sealed_key_secret, 'sealedWebhookSecret', sealed_webhook_secret)
  FROM payment_accounts WHERE store_id = ${storeId}::uuid
)`

interface EveryShard {
  onEveryShard: OnEveryShard
}

/** Reads texts and numbers of all rows of a table, by the names of their fields. */
export const rowsOfAllStores = <Row extends object>(
  { onEveryShard }: EveryShard,
  table: string,
  fields: readonly (keyof Row & string)[],
): Promise<{ rows: Row[]; failures: string[] }> => {
  const values = Prisma.raw(fields.map((field) => `'${field}', ${snakeCase(field)}`).join(', '))
  return onEveryShard<Row>(table, (name) => Prisma.sql`SELECT json_agg(json_build_object(${values})) FROM ${name}`)
}

/** The columns with sealed secrets, by table. */
const SEALED: readonly [table: string, ...columns: string[]][] = [
  ['payment_accounts', 'sealed_key_secret', 'sealed_webhook_secret'],
  ['retired_payment_accounts', 'sealed_key_secret'],
  ['webhooks', 'sealed_secret'],
]

interface Counted {
  sealed: number
  readable: number
}

/**
 * Counts the sealed secrets in the database, and those of them that cannot be opened.
 * @param prefixes how those begin that can be
 */
export async function countUnreadableSecrets(
  { onEveryShard }: EveryShard,
  prefixes: readonly string[],
): Promise<{ sealed: number; unreadable: number }> {
  const isReadable = Prisma.join(
    prefixes.map((prefix) => Prisma.sql`starts_with(secret, ${prefix})`),
    ' OR ',
  )
  const counts = await Promise.all(
    SEALED.map(([table, ...columns]) =>
      onEveryShard<Counted>(
        table,
        (name) => Prisma.sql`
          SELECT json_build_array(json_build_object('sealed', count(secret),
            'readable', count(secret) FILTER (WHERE ${isReadable})))
          FROM ${name} CROSS JOIN unnest(ARRAY[${Prisma.raw(columns.join())}]) AS secret`,
      ),
    ),
  )
  const all = counts.flatMap(({ rows }) => rows)
  const sealed = all.reduce((sum, count) => sum + count.sealed, 0)
  return { sealed, unreadable: sealed - all.reduce((sum, count) => sum + count.readable, 0) }
}
