import { AsyncLocalStorage } from 'node:async_hooks'
import type { StoreDirectory } from '../commerce/stores/store-directory.ts'
import type { Database } from '../platform/database/database.ts'
import type { Logger } from '../platform/logger.ts'
import type { Config } from '../process/config.ts'

/** Of this process, or of another one that asked this one to run its command. */
export interface Terminal {
  print(text: string): void
  complain(text: string): void
  /** File names are relative to it. */
  folder: string
  /** Whether standard error is a terminal of this process. */
  isScreen: boolean
  /** Of the server that runs the command; null when the command opens the database itself. */
  running: { database: Database; stores: StoreDirectory; config: Config; logger: Logger } | null
}

const own: Terminal = {
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
  folder: process.cwd(),
  isScreen: process.stderr.isTTY,
  running: null,
}

const terminals = new AsyncLocalStorage<Terminal>()

export const terminal = (): Terminal => terminals.getStore() ?? own

let commands = 0

export async function atTerminal<Result>(at: Terminal, use: () => Promise<Result>): Promise<Result> {
  commands += 1
  try {
    return await terminals.run(at, use)
  } finally {
    commands -= 1
    // While it is enabled, Node 20 calls hooks for every promise of the server.
    if (commands === 0) terminals.disable()
  }
}
