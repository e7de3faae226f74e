import { Prisma } from '../../generated/prisma/client.ts'
import { snakeCase } from '../snake-case.ts'
import type { SqlClient } from './sql.ts'

/**
 * Locks a row until the transaction ends, so that others who would change it wait. SQL, since Prisma has no `FOR UPDATE`.
 * @param key columns and values that find the row; what is called `id` or ends in `Id` is a UUID
 * @param options `alone` also keeps others from adding rows that refer to it
 * @returns whether there is such a row
 */
export async function lockRow(
  tx: Pick<SqlClient, '$queryRaw'>,
  table: string,
  key: Readonly<Record<string, string>>,
  { alone = false }: { alone?: boolean } = {},
): Promise<boolean> {
  const conditions = Object.entries(key).map(([field, value]) => {
    const column = Prisma.raw(snakeCase(field))
    return /(^i|I)d$/.test(field) ? Prisma.sql`${column} = ${value}::uuid` : Prisma.sql`${column} = ${value}`
  })
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS found FROM ${Prisma.raw(table)} WHERE ${Prisma.join(conditions, ' AND ')}
    FOR ${Prisma.raw(alone ? 'UPDATE' : 'NO KEY UPDATE')}`
  return rows.length > 0
}
