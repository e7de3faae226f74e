import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'esbuild'
import { expect } from 'vitest'
import { packageRoot } from '../../src/platform/package.ts'
import { SHORT_LIVED } from '../support/process.ts'
import { type Deed, type Errand, perform, servicesFor } from './crash-harness.ts'
import { openTill } from './till.ts'

export type Crashes = Awaited<ReturnType<typeof openCrashes>>

/** Processes that each do one deed in the same database, and may be killed on the way. */
export async function openCrashes(paymentsUrl: string) {
  const till = await openTill()
  const program = join(packageRoot, 'node_modules', '.cache', `crash-child-${process.pid}.mjs`)
  const entryPoints = [join(packageRoot, 'test/checkout/crash-child.ts')]
  await build({ entryPoints, outfile: program, bundle: true, packages: 'external', platform: 'node', format: 'esm' })
  return {
    database: till.database,
    /** Does the deed in a process that is killed at that step: null; or the kinds of its steps when it got to its end. */
    async perish(deed: Deed, steps: Errand['steps'], dieAt: number | null): Promise<string[] | null> {
      await till.leave()
      const errand: Errand = { database: till.options, paymentsUrl, deed, steps, dieAt }
      const args = [...SHORT_LIVED, program, JSON.stringify(errand)]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
      if (signal === 'SIGKILL') return null
      expect(code).toBe(0)
      return JSON.parse(output) as string[] // the child wrote it
    },
    survive: async (deed: Deed): Promise<any> =>
      perform(servicesFor(await till.database(), paymentsUrl, deed.at), deed),
    async close() {
      await till.close()
      rmSync(program, { force: true })
    },
  }
}
