import type { Services } from '../gateway/context.ts'
import { Prisma } from '../generated/prisma/client.ts'

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

/** Counts the sealed secrets in the database, and those of them that cannot be opened with any of SECRETS. */
export async function countUnreadableSecrets({
  db: { sql },
  seal,
}: Pick<Services, 'db' | 'seal'>): Promise<{ sealed: number; unreadable: number }> {
  const isReadable = Prisma.join(
    seal.prefixes.map((prefix) => Prisma.sql`starts_with(secret, ${prefix})`),
    ' OR ',
  )
  const counts = await Promise.all(
    SEALED.map(([table, ...columns]) =>
      sql.onEveryShard<Counted>(
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
