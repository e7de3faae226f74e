import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { serverFolder, serverUser } from './postgres-server.ts'
import { freePort } from './process.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

export const noPgBouncer = existsSync(PROGRAM) ? null : 'PgBouncer: apt-get install pgbouncer'

export interface PgBouncer {
  /** The address of the server's database through PgBouncer, as the service is given it. */
  urlOf(database: string): string
  close(): Promise<void>
}

/** PgBouncer in transaction mode before that server, with fewer connections to it than a service asks for. */
export async function startPgBouncer(serverUrl: string): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl)
  const port = await freePort()
  const folder = serverFolder()
  const file = join(folder, 'pgbouncer.ini')
  const server = `host=${hostname} port=${serverPort || 5432} user=${username}${password && ` password=${password}`}`
  const settings = [
    '[databases]',
    `* = ${server}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    'default_pool_size = 3',
    'max_client_conn = 500',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
  ]
  writeFileSync(file, settings.join('\n'), { mode: 0o644 })
  const child = spawn(PROGRAM, ['-q', file], { ...serverUser(), cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log = `${log}${chunk}`.slice(-10_000)
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const urlOf = (database: string) => `postgresql://storefront@127.0.0.1:${port}/${database}?pgbouncer=true`
  for (let answers = false; !answers; ) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}: ${log}`)
    answers = await isAnswering(urlOf('postgres'))
    if (!answers) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    urlOf,
    async close() {
      const ended = once(child, 'exit')
      endWithUs()
      await ended
      process.off('exit', endWithUs)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
