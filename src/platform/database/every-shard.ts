import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from './sql.ts'

/**
 * Runs a statement about rows of all stores: where Citus has distributed the table, once on each of its shards, and
 * otherwise once. A shard that cannot be reached keeps the others from nothing.
 * @param statement the statement, given the name of the table. It names no other table, and its result is one JSON array
 * of rows, or null; values are texts, numbers, moments or null
 */
export type OnEveryShard = <Row>(
  table: string,
  statement: (name: Prisma.Sql) => Prisma.Sql,
) => Promise<{ rows: Row[] /** What the shards have answered that failed. */; failures: string[] }>

/** @param isDistributed whether Citus has distributed the tables */
export const onEveryShardWith =
  ({ $queryRaw }: Pick<SqlClient, '$queryRaw'>, isDistributed: () => Promise<boolean>): OnEveryShard =>
  async <Row>(table: string, statement: (name: Prisma.Sql) => Prisma.Sql) => {
    if (!(await isDistributed())) {
      const [row] = await $queryRaw<Record<string, Row[] | null>[]>(statement(Prisma.raw(table)))
      return { rows: Object.values(row ?? {})[0] ?? [], failures: [] }
    }
    const command = withLiterals(statement(NAME)).replaceAll(NAME.sql, '%1$s')
    const answers = await $queryRaw<{ success: boolean; result: string | null }[]>`
      SELECT success, result FROM run_command_on_shards(${table}, ${command}, parallel := false)`
    return {
      // The statement says what its rows are, as for `$queryRaw`.
      rows: answers.flatMap(({ success, result }) => (success && result ? (JSON.parse(result) as Row[]) : [])),
      failures: answers.flatMap(({ success, result }) => (success ? [] : [result ?? 'no answer'])),
    }
  }

/** Stands for a shard's name until all that `format` of PostgreSQL would take for its own is escaped. */
const NAME = Prisma.raw('"the name of the shard"')

/** The statement as one text: what is sent on to the shards takes no parameters. */
const withLiterals = ({ text, values }: Prisma.Sql): string =>
  text.replace(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1])).replaceAll('%', '%%')

function literal(value: unknown): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (value instanceof Date) return `'${value.toISOString()}'::timestamptz`
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  throw new Error(`A statement for every shard takes no ${typeof value}`)
}
