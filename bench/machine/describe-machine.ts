import { cpus, loadavg, totalmem } from 'node:os'
import pg from 'pg'
import { pinning } from './processor.ts'

/** Where the figures come from: without it they say nothing. */
export interface Machine {
  cores: number
  processor: string
  memoryGiB: number
  node: string
  postgresql: string
  pinning: string
  loadClient: string
  /** Processes that wanted a core in the minute before the run. */
  loadBefore: number
}

export async function describeMachine(databaseUrl: string, loadClient: string): Promise<Machine> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
    return {
      cores: cpus().length,
      processor: cpus()[0]?.model ?? 'unknown',
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      postgresql: rows[0]?.server_version ?? 'unknown',
      pinning: pinning(),
      loadClient,
      loadBefore: loadavg()[0] ?? 0,
    }
  } finally {
    await client.end()
  }
}

/** A line that warns when others use the machine; null when it is quiet. */
export const busyWarning = ({ loadBefore, cores }: Machine): string | null =>
  loadBefore > cores / 4
    ? `The machine is busy (load ${loadBefore.toFixed(1)} before the run): what follows shows that the benchmark works, and is no figure.`
    : null
