import { join } from 'node:path'
import { bundledProgram } from '../machine/bundled-program.ts'
import { freePort } from '../machine/free-port.ts'
import type { Place } from '../machine/processor.ts'
import type { BareJob } from './bare-job.ts'
import { type Server, startServer } from './server.ts'

const PROGRAM = join(import.meta.dirname, 'bare-server.ts')

type Result<Job> = Job extends BareJob ? Omit<Job, 'port'> : never

/** `node:http` that answers one thing, on the core where the service has its turn. */
export async function startBare(job: Result<BareJob>, place: Place = 'server'): Promise<Server> {
  const port = await freePort()
  const input = JSON.stringify({ ...job, port })
  return startServer([await bundledProgram(PROGRAM)], { place, port, env: process.env, readyPath: '/', input })
}
