import { Prisma } from '../../generated/prisma/client.ts'
import { type CountedConnection, type CountedPageArgs, countedPage } from '../counted-page.ts'
import type { Keyset, KeysetField, PageQuery } from '../pagination.ts'
import { snakeCase } from '../text/text.ts'
import type { SqlClient } from './sql.ts'

// SQL: Prisma cannot call `search_key`, which a migration defines.

/**
 * Whether a row contains each word of the search in one of its columns, ignoring case, accents, apostrophes, kinds of
 * dash and letters that are written in two ways. @param search not blank
 */
export function containsWords(columns: readonly string[], search: string): Prisma.Sql {
  const patterns = search
    .trim()
    .split(/\s+/)
    .map((word) => Prisma.sql`'%' || regexp_replace(search_key(${word}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'`)
  const texts = columns.map((column) => Prisma.raw(column))
  // A subquery, so that the patterns are made once.
  return Prisma.sql`search_key(concat_ws(' ', ${Prisma.join(texts)}))
    LIKE ALL ((SELECT ARRAY[${Prisma.join(patterns)}])::text[])`
}

interface Found<Row> {
  sql: Pick<SqlClient, '$queryRaw'>
  table: string
  storeId: string
  conditions: readonly Prisma.Sql[]
  /** Reads rows by id. */
  find: (query: { where: { id: { in: string[] } }; orderBy: PageQuery['orderBy'] }) => Promise<Row[]>
  /** Instead of counting what the conditions find. */
  count?: (() => Promise<number>) | undefined
}

/** A page of an owner's list by conditions in SQL. @throws Problem BAD_USER_INPUT when `first` or `after` is invalid */
export function foundRows<Row extends object>(
  order: Keyset,
  args: CountedPageArgs,
  { sql, table, storeId, conditions, find, count }: Found<Row>,
): Promise<CountedConnection<Row>> {
  const where = Prisma.join([Prisma.sql`store_id = ${storeId}::uuid`, ...conditions], ' AND ')
  const from = Prisma.sql`FROM ${Prisma.raw(table)} WHERE ${where}`
  const inOrder = Prisma.join(order.fields.map(({ name, direction }) => Prisma.raw(`${snakeCase(name)} ${direction}`)))
  return countedPage(order, args, {
    async read({ behind, orderBy, take }) {
      const rows = await sql.$queryRaw<{ id: string }[]>`
        SELECT id ${from} ${beyond(order.fields, behind)} ORDER BY ${inOrder} LIMIT ${take}`
      return rows.length === 0 ? [] : find({ where: { id: { in: rows.map(({ id }) => id) } }, orderBy })
    },
    async count({ take }) {
      if (count) return count()
      const [row] = await sql.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM (SELECT ${from} ORDER BY ${inOrder} LIMIT ${take}) AS listed`
      return row?.count ?? 0
    },
  })
}

const types = { int: 'int', whole: 'bigint', date: 'timestamptz', uuid: 'uuid' } as const

/** A range of the list's index, as `Keyset.read` asks for them. */
function beyond(fields: readonly KeysetField[], behind: PageQuery['behind']): Prisma.Sql {
  const bounds = fields.flatMap(({ name, kind }) => {
    const bound = behind[name]
    if (bound === undefined) return []
    const [sign, value] = boundOf(bound)
    return [Prisma.sql`AND ${Prisma.raw(snakeCase(name))} ${Prisma.raw(sign)} ${value}::${Prisma.raw(types[kind])}`]
  })
  return bounds.length === 0 ? Prisma.empty : Prisma.join(bounds, ' ')
}

function boundOf(bound: unknown): [sign: '=' | '>' | '<', value: unknown] {
  if (typeof bound !== 'object' || bound === null || bound instanceof Date) return ['=', bound]
  return 'gt' in bound ? ['>', bound.gt] : 'lt' in bound ? ['<', bound.lt] : ['=', bound]
}
