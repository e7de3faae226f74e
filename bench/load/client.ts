import { join } from 'node:path'
import { bundledProgram } from '../machine/bundled-program.ts'
import { runCommand } from '../machine/run-command.ts'
import type { ClientJob } from './client-job.ts'
import type { Loaded } from './load.ts'

const PROGRAM = join(import.meta.dirname, 'client-process.ts')

/** A client in a process of its own: autocannon, or shoppers. The results of shopping are those of flows that came to their end. */
export async function runClient(job: ClientJob): Promise<Loaded> {
  const program = await bundledProgram(PROGRAM)
  const printed = await runCommand(process.execPath, [program], { place: 'client', input: JSON.stringify(job) })
  // Printed by client-process.ts, and by nothing else there.
  return JSON.parse(printed) as Loaded
}
