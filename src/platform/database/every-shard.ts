import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from './sql.ts'

/**
 * Runs a statement about rows of all stores, once on each shard where Citus has distributed the table. Shards that
 * cannot be reached are reported and do not stop the others.
 * @param statement names only the given table; returns one JSON array or null; values: texts, numbers, moments, null
 */
export type OnEveryShard = <Row>(
  table: string,
  statement: (name: Prisma.Sql) => Prisma.Sql,
) => Promise<{ rows: Row[] /** What the shards have answered that failed. */; failures: string[] }>

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
      rows: answers.flatMap(({ success, result }) => (success && result ? (JSON.parse(result) as Row[]) : [])),
      failures: answers.flatMap(({ success, result }) => (success ? [] : [result ?? 'no answer'])),
    }
  }

/** Stands for a shard's name until everything that PostgreSQL's `format` would interpret is escaped. */
const NAME = Prisma.raw('"the name of the shard"')

/** Shards take no parameters. */
const withLiterals = ({ text, values }: Prisma.Sql): string =>
  text.replace(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1])).replaceAll('%', '%%')

function literal(value: unknown): string {
  if (value === null) return 'NULL'
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (value instanceof Date) return `'${value.toISOString()}'::timestamptz`
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  throw new Error(`A statement for every shard takes no ${typeof value}`)
}
