import type { Store } from '../../src/generated/prisma/client.ts'
import type { Shop } from './shop.ts'

/** Every row that a store has, by table: to see that nothing has changed. When a key was last used does not count. */
export async function rowsOf(shop: Shop, store: Store): Promise<Record<string, unknown[]>> {
  const { prisma } = shop.database
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name::text AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'store_id' ORDER BY 1`
  const selects = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, to_jsonb(t) - 'last_used_at' AS row FROM "${name}" t WHERE store_id = '${store.id}'`,
  )
  const rows = await prisma.$queryRawUnsafe<{ name: string; row: unknown }[]>(
    `${selects.join(' UNION ALL ')} ORDER BY 1, 2`,
  )
  return Object.fromEntries(
    tables.map(({ name }) => [name, rows.filter((row) => row.name === name).map(({ row }) => row)]),
  )
}
