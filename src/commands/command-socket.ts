import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { shortPath } from '../platform/database/folder-lock.ts'

/** What one process asks a server to run, in the first line that it sends. */
export const requestShape = z.strictObject({ arguments: z.array(z.string()), folder: z.string() })

/** A line of the answer: what the command prints, and, last, its exit status. */
export const answerShape = z.union([
  z.strictObject({ print: z.string() }),
  z.strictObject({ complain: z.string() }),
  z.strictObject({ status: z.int() }),
])

export type Answer = z.infer<typeof answerShape>

/**
 * Where the server of that data folder listens for commands, and `remove`, for when it was reached: in a folder that
 * only its user may enter, which is made here. On Windows a pipe, which only its user may write to.
 */
export function commandSocket(dataDir: string): { path: string; file: string | null; remove(): void } {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(realpathSync(dataDir).toLowerCase()).digest('hex').slice(0, 32)
    return { path: `\\\\.\\pipe\\storefront-gateway-commands-${name}`, file: null, remove: () => {} }
  }
  const folder = join(dataDir, 'commands')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const { path, remove } = shortPath(folder)
  return { path: join(path, 'socket'), file: join(folder, 'socket'), remove }
}
