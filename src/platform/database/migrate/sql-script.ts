import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'

/** Whether it is the one statement of a migration that can be in no transaction, and so keeps the role's limits. */
export const isConcurrent = (script: string): boolean => /\bINDEX\s+CONCURRENTLY\b/i.test(script)

/** What a `;` may stand in without ending a statement. */
const TOKEN =
  /[eE]'(?:\\.|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|\$(\w*)\$.*?\$\1\$|--[^\n]*|\/\*.*?\*\/|;|[^eE'"$\-/;]+|./gs

/** The statements of a script, without the semicolons between them. */
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

/** Wraps the adapter, so that scripts are run by the function, which is given the adapter's own way to run one. */
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
 * Runs the statements one by one in a transaction, for Citus: of several that come in one message it would send the
 * workers the whole message for each. A single statement stands alone, because some cannot be in a transaction.
 */
export async function runOneByOne(run: RunScript, statements: readonly string[]): Promise<void> {
  // Citus would change shards in parallel and then refuse foreign keys to tables that every node has.
  await run("SET citus.multi_shard_modify_mode = 'sequential'")
  // Where requests may not reach several shards, what changes the tables still must.
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
