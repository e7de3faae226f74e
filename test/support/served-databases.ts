import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import pg from 'pg'

// The name says whose it is, so that what a killed run leaves behind can be distinguished from what is in use.
const prefix = `storefront_test_${createHash('sha256').update(hostname()).digest('hex').slice(0, 6)}_`

export async function createDatabase(client: pg.Client, template = 'template1'): Promise<string> {
  const name = `${prefix}${process.pid}_${randomBytes(4).toString('hex')}`
  const nodes = await nodesOf(client)
  // On a cluster a database has files for every shard: those are copied as files, without a log of each page.
  const strategy = nodes.length > 1 ? ' STRATEGY file_copy' : ''
  await onAll(nodes, `CREATE DATABASE "${name}" TEMPLATE "${template}"${strategy}`)
  return name
}

/** PostgreSQL's code for a database that somebody still uses. */
const IN_USE = '55006'
const DROP_ATTEMPTS = 5

export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  const nodes = await nodesOf(client)
  for (let attempt = 1; ; attempt += 1) {
    try {
      await onAll(nodes, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
      return
    } catch (error) {
      // FORCE waits for five seconds; a background process of Citus may take longer, or come back meanwhile.
      const isInUse = error instanceof pg.DatabaseError && error.code === IN_USE
      if (!isInUse) throw error
      if (attempt < DROP_ATTEMPTS) continue
      // What it still keeps goes with the cluster, which is a test's own.
      if (nodes.length > 1) return
      throw error
    }
  }
}

/** Whether the server is the coordinator of a Citus cluster. */
export const isCluster = async (client: pg.Client): Promise<boolean> => (await nodesOf(client)).length > 1

/** Of a Citus cluster all its servers, the client's own first; otherwise that one alone. */
async function nodesOf(client: pg.Client): Promise<Node[]> {
  const own: Node = { run: (sql) => client.query(sql) }
  const { rows: extensions } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")
  if (extensions.length === 0) return [own]
  const { rows } = await client.query<{ host: string; port: number }>(
    'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 ORDER BY 2',
  )
  return [own, ...rows.map((worker) => nodeAt({ ...worker, user: client.user ?? 'postgres', database: 'postgres' }))]
}

interface Node {
  run(sql: string): Promise<unknown>
}

const nodeAt = (config: pg.ClientConfig): Node => ({
  async run(sql) {
    const client = new pg.Client(config)
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  },
})

const onAll = (nodes: readonly Node[], sql: string) => Promise.all(nodes.map(({ run }) => run(sql)))

/**
 * Makes a template of the database: of a cluster's on each of its servers, where a background process of Citus would
 * keep it from being copied.
 */
export async function turnIntoTemplate(client: pg.Client, database: string, name: string): Promise<void> {
  const nodes = await nodesOf(client)
  if (nodes.length > 1) {
    await onAll(nodes, `ALTER DATABASE "${database}" ALLOW_CONNECTIONS false`)
    await onAll(
      nodes,
      `DO $$ BEGIN
         PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}';
         WHILE EXISTS (SELECT FROM pg_stat_activity WHERE datname = '${database}') LOOP
           PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
         END LOOP;
       END $$`,
    )
  }
  await onAll(nodes, `ALTER DATABASE "${database}" RENAME TO "${name}"`)
}

/** Makes a cluster of the databases of this name: its servers are those of the client's database. */
export async function joinNodes(client: pg.Client, url: string, database: string): Promise<void> {
  const { rows: workers } = await client.query<{ host: string; port: number }>(
    'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 ORDER BY 2',
  )
  const extend = 'SET client_min_messages = error; CREATE EXTENSION citus'
  const user = client.user ?? 'postgres'
  await Promise.all(workers.map((worker) => nodeAt({ ...worker, user, database }).run(extend)))
  const joined = [
    extend,
    // Two on each worker: enough to tell one shard from several, and quickly copied.
    `ALTER DATABASE "${database}" SET citus.shard_count = 4`,
    `SELECT citus_set_coordinator_host('${client.host}', ${client.port})`,
    ...workers.map(({ host, port }) => `SELECT citus_add_node('${host}', ${port})`),
  ]
  const coordinator = new pg.Client({ connectionString: urlOf(url, database) })
  await coordinator.connect()
  try {
    for (const sql of joined) await coordinator.query(sql)
  } finally {
    await coordinator.end()
  }
}

/** Drops the databases of processes of this machine that are gone. */
export async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) {
    if (!isAlive(Number(datname.slice(prefix.length).split('_')[0]))) await dropDatabase(client, datname)
  }
}

export function urlOf(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
