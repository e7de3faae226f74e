import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../machine/run-command.ts'
import { quantile } from '../report/statistics.ts'
import type { Loaded } from './load.ts'

export interface Transactions {
  databaseUrl: string
  /** In pgbench's words. */
  script: string
  connections: number
  /** A whole number. */
  seconds: number
}

/** How fast PostgreSQL is at the statements alone; pgbench's own log says how long each transaction took. */
export async function runPgbench({ databaseUrl, script, connections, seconds }: Transactions): Promise<Loaded> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-pgbench-'))
  try {
    const file = join(folder, 'transaction.sql')
    await writeFile(file, script)
    const args = ['--no-vacuum', '--protocol=prepared', `--client=${connections}`, `--time=${seconds}`]
    const files = [`--file=${file}`, '--log', `--log-prefix=${join(folder, 'log')}`]
    const printed = await runCommand('pgbench', [...args, ...files, databaseUrl], { place: 'client' })
    const times = await readLog(folder)
    return {
      count: times.length,
      seconds,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      failed: Number(/^number of failed transactions: (\d+)/m.exec(printed)?.[1] ?? 0),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Milliseconds of each transaction: in its line behind the client's and its own number, in microseconds. */
async function readLog(folder: string): Promise<number[]> {
  const logs = (await readdir(folder)).filter((name) => name.startsWith('log'))
  const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.flatMap((text) => text.trim().split('\n')).map((line) => Number(line.split(' ')[2]) / 1000)
}
