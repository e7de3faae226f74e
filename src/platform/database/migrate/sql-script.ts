import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'

/** The one statement that can be in no transaction, and so keeps the role's limits. */
export const isConcurrent = (script: string): boolean => /\bINDEX\s+CONCURRENTLY\b/i.test(script)

/** May contain a `;` that ends no statement. */
const TOKEN =
  /[eE]'(?:\\.|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|\$(\w*)\$.*?\$\1\$|--[^\n]*|\/\*.*?\*\/|;|[^eE'"$\-/;]+|./gs

export function statementsOf(script: string): string[] {
  const statements = ['']
  for (const [token] of script.matchAll(TOKEN)) {
    if (token === ';') statements.push('')
    else statements.push(`${statements.pop()}${token}`)
  }
  return statements.map((statement) => statement.trim()).filter((statement) => !isOnlyComment(statement))
}

const isOnlyComment = (statement: string): boolean => /^(?:\s|--[^\n]*(?:\n|$)|\/\*.*?\*\/)*$/s.test(statement)

type RunScript = SqlDriverAdapter['executeScript']

export const withScripts = (
  adapter: SqlMigrationAwareDriverAdapterFactory,
  runScript: (script: string, run: RunScript) => Promise<void>,
): SqlMigrationAwareDriverAdapterFactory => ({
  provider: adapter.provider,
  adapterName: adapter.adapterName,
  connectToShadowDb: () => adapter.connectToShadowDb(),
  connect: async () => {
    const connection = await adapter.connect()
    const run = connection.executeScript.bind(connection)
    return Object.assign(connection, { executeScript: (script: string) => runScript(script, run) })
  },
})

/**
 * For Citus, which would send the workers a whole message for each of its statements. A single statement stands alone,
 * because some cannot be in a transaction.
 */
export async function runOneByOne(run: RunScript, statements: readonly string[]): Promise<void> {
  // In parallel, Citus would refuse foreign keys to tables that every node has.
  await run("SET citus.multi_shard_modify_mode = 'sequential'")
  // Where requests may not reach several shards, schema changes still must.
  await run("SET citus.multi_task_query_log_level = 'off'")
  if (statements.length === 1) return await run(statements.join())
  await run('BEGIN')
  try {
    for (const statement of statements) await run(statement)
    await run('COMMIT')
  } catch (error) {
    await run('ROLLBACK')
    throw error
  }
}
