import { Prisma } from '../../generated/prisma/client.ts'
import { snakeCase } from '../text/text.ts'
import { conditionOf } from './row-lock.sql.ts'
import type { SqlClient } from './sql.ts'
import { columnsOf } from './store-statement.ts'

// SQL: locks and reads a row with its parts at once.

interface Parts {
  table: string
  /** All of its fields. */
  fields: readonly string[]
  /** Those of type bigint, which JSON would round. */
  amounts: readonly string[]
  /** The field that is the id of the whole. */
  of: string
  orderBy: readonly string[]
}

interface Whole {
  table: string
  /** All of its fields; lists must not be NULL. */
  fields: readonly string[]
  parts: Parts
}

/**
 * Locks a row until the transaction ends, and reads it with its parts, whose times are text. What others wrote to parts
 * while it waited for the row may be missing: they must have raised the row's version.
 * @param options `withParts` also locks the parts, in the order of their ids
 */
export async function lockWhole<Row extends object, Part extends object>(
  tx: Pick<SqlClient, '$queryRaw'>,
  { table, fields, parts }: Whole,
  key: Readonly<{ storeId: string } & Record<string, string>>,
  { withParts = false }: { withParts?: boolean } = {},
): Promise<(Row & { parts: Part[] }) | null> {
  const { amounts, of, orderBy } = parts
  const partFields = parts.fields.map(
    (field) => `'${field}', ${snakeCase(field)}${amounts.includes(field) ? '::text' : ''}`,
  )
  const [row] = await tx.$queryRaw<(Row & { parts: Part[] | null })[]>`
    WITH whole AS MATERIALIZED (
      SELECT ${Prisma.raw(columnsOf(fields))} FROM ${Prisma.raw(table)} WHERE ${conditionOf(key)} FOR NO KEY UPDATE
    ), part AS MATERIALIZED (
      SELECT * FROM ${Prisma.raw(parts.table)}
      WHERE store_id = ${key.storeId}::uuid AND ${Prisma.raw(snakeCase(of))} = (SELECT id FROM whole)
      ORDER BY id ${withParts ? Prisma.sql`FOR UPDATE` : Prisma.empty}
    )
    SELECT whole.*, (
      SELECT json_agg(json_build_object(${Prisma.raw(partFields.join(', '))}) ORDER BY ${Prisma.raw(orderBy.map(snakeCase).join(', '))})
      FROM part
    ) AS parts
    FROM whole`
  return row ? { ...row, parts: (row.parts ?? []).map((part) => withAmounts(part, amounts)) } : null
}

function withAmounts<Part extends object>(part: Part, amounts: readonly string[]): Part {
  const read = amounts.map((field) => {
    const text: unknown = Reflect.get(part, field)
    return [field, typeof text === 'string' ? BigInt(text) : null] as const
  })
  return { ...part, ...Object.fromEntries(read) }
}
