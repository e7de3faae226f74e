import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { shortPath } from '../platform/database/embedded/folder-lock.ts'

/** The first line of a connection. */
export const requestShape = z.strictObject({ arguments: z.array(z.string()), folder: z.string() })

/** Output of the command, or, as the last line, its exit status. */
export const answerShape = z.union([
  z.strictObject({ print: z.string() }),
  z.strictObject({ complain: z.string() }),
  z.strictObject({ status: z.int() }),
])

export type Answer = z.infer<typeof answerShape>

/**
 * In a folder, or a pipe on Windows, that only the server's user may enter; made if needed.
 * Call `remove` once the address has been connected to or listened on.
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
