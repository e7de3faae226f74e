import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './process.ts'

/** A PostgreSQL server of a test's own, which may be stopped, frozen and killed. */
export interface PostgresServer {
  url: string
  port: number
  /** Runs SQL on a connection of its own. */
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>
  /** Starts it again, and waits until it answers. */
  start(): Promise<void>
  /** Lets no transaction end, as a restart by an administrator does; or ends at once, as a crash does. */
  stop(how?: 'fast' | 'kill'): Promise<void>
  /** Stops all its processes without their noticing. */
  freeze(): void
  thaw(): void
  replica(): Promise<PostgresServer>
  /**
   * Copies its data while it runs. A server that starts on the copy recovers from an archive as the settings say, and
   * takes writes once it has.
   */
  baseBackup(): Promise<{ recover(settings: Record<string, string>): Promise<PostgresServer> }>
  /** Ends it and removes its data. */
  remove(): Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'

function findBinaries(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = versions.map((version) => join(DEBIAN, version, 'bin'))
  return (
    folders.find((folder) => ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name)))) ??
    null
  )
}

const binaries = findBinaries()

export const noServers: string | null =
  binaries === null ? `PostgreSQL’s programs in ${DEBIAN}: apt-get install postgresql` : null

/** Whom PostgreSQL and PgBouncer run as: they refuse to be root. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Runs one of PostgreSQL's programs. @throws Error with what it says when it fails */
export function runProgram(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(join(binaries ?? '', program), args, {
    ...serverUser(),
    encoding: 'utf8',
    cwd: '/',
  })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}

/** A temporary folder that servers may read and write. */
export function serverFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-postgres-'))
  const user = serverUser()
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

/** @param settings of `postgresql.conf` */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const folder = serverFolder()
  runProgram('initdb', [
    '-D',
    folder,
    '-A',
    'trust',
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
    '--wal-segsize=1',
  ])
  return serverIn(folder, settings)
}

async function serverIn(folder: string, settings: Record<string, string>): Promise<PostgresServer> {
  const port = await freePort()
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess | null = null
  const endWithUs = () => server?.kill('SIGKILL')
  process.once('exit', endWithUs)

  async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url })
    // It ends with the server, which is what some tests are about.
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }

  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    shared_buffers: '16MB',
    ...settings,
  }

  const itself: PostgresServer = {
    url,
    port,
    query,
    async start() {
      const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const child = spawn(join(binaries ?? '', 'postgres'), ['-D', folder, '-p', String(port), ...args], {
        ...serverUser(),
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      server = child
      let log = ''
      child.stderr.on('data', (chunk) => {
        log = `${log}${chunk}`.slice(-10_000)
      })
      for (let answers = false; !answers; ) {
        if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}: ${log}`)
        answers = await query('SELECT 1').then(
          () => true,
          () => false,
        )
        if (!answers) await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async stop(how = 'fast') {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      if (how === 'kill') for (const pid of familyOf(server)) signal(pid, 'SIGKILL')
      else server.kill('SIGINT')
      await ended
    },
    freeze() {
      for (const pid of familyOf(server)) signal(pid, 'SIGSTOP')
    },
    thaw() {
      for (const pid of familyOf(server)) signal(pid, 'SIGCONT')
    },
    async replica() {
      const copy = serverFolder()
      runProgram('pg_basebackup', ['-D', copy, '-d', url, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
      return serverIn(copy, settings)
    },
    async baseBackup() {
      const copy = serverFolder()
      runProgram('pg_basebackup', ['-D', copy, '-d', url, '-X', 'stream', '-c', 'fast', '--no-sync'])
      return {
        async recover(recovery) {
          writeFileSync(join(copy, 'recovery.signal'), '')
          const recovered = await serverIn(copy, recovery)
          for (let isDone = false; !isDone; await new Promise((resolve) => setTimeout(resolve, 50))) {
            const [row] = await recovered.query<{ recovers: boolean }>('SELECT pg_is_in_recovery() AS recovers')
            isDone = row?.recovers === false
          }
          return recovered
        },
      }
    },
    async remove() {
      itself.thaw()
      await itself.stop('kill')
      process.off('exit', endWithUs)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await itself.start()
  return itself
}

/** The server's process, then those that it has started. */
function familyOf(server: ChildProcess | null): number[] {
  const { pid } = server ?? {}
  if (pid === undefined || server?.exitCode !== null || server.signalCode !== null) return []
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number)
  return [pid, ...children]
}

function parentOf(pid: string): number | null {
  try {
    // The second field is the program's name in parentheses, which may have spaces in it.
    const [, , parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, 'pid ')
      .split(' ')
    return Number(parent)
  } catch {
    return null
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}
