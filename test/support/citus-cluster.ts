import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'

const run = promisify(execFile)

/** What brings a cluster up: `up FOLDER PORT`, `down FOLDER`. */
const script = resolve(process.env.CITUS_CLUSTER ?? '../shared/citus/cluster')
const binaries = '/usr/lib/postgresql/15/bin'

/** Whether the run's DATABASE_URL is a cluster, so that tests of clusters are for it. */
export const onCluster = (): boolean => {
  const source = inject('testDatabaseSource')
  return source.kind === 'template' && source.isCluster
}

/** Whether a test can have a cluster of its own, whose servers it may kill. */
export const canHaveCluster = (): boolean => onCluster() && existsSync(script)

export interface ClusterWorker {
  port: number
  /** Ends its first process as a crash does; the others end by themselves. */
  kill(): Promise<void>
  start(): Promise<void>
}

export interface Cluster {
  /** Of a database on the coordinator without any table; a statement to several shards fails there. */
  url: string
  workers: ClusterWorker[]
  remove(): Promise<void>
}

/** A coordinator and two workers of the caller's own. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-cluster-'))
  await chmod(folder, 0o755)
  const port = await freePorts()
  await run(script, ['up', folder, String(port)])
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/storefront?options=-c%20citus.multi_task_query_log_level%3Derror`,
    workers: [port + 1, port + 2].map((worker) => workerIn(folder, worker)),
    async remove() {
      await run(script, ['down', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function workerIn(folder: string, port: number): ClusterWorker {
  const data = join(folder, String(port))
  return {
    port,
    async kill() {
      const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async start() {
      const start = `${binaries}/pg_ctl -D ${data} -l ${data}.log -w start`
      // Processes of the one that was killed may still be ending: until then its memory is in use.
      for (let attempt = 1; ; attempt += 1) {
        try {
          await run('su', ['postgres', '-s', '/bin/bash', '-c', start])
          return
        } catch (error) {
          if (attempt === 100) throw error
        }
      }
    },
  }
}

/** The first of three ports beside each other that nobody listens on. */
async function freePorts(): Promise<number> {
  for (let port = 5611 + (process.pid % 300) * 10; ; port += 10) {
    const free = await Promise.all([port, port + 1, port + 2].map(isFree))
    if (free.every(Boolean)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const server = createServer()
    server.once('error', () => answer(false))
    server.listen(port, '127.0.0.1', () => server.close(() => answer(true)))
  })
