import { AsyncLocalStorage } from 'node:async_hooks'
import type { Config } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Logger } from '../platform/logger.ts'
import type { StoreDirectory } from '../stores/store-directory.ts'

/** The place where a command was called: this process, or another one that asked this one to run it. */
export interface Terminal {
  /** Writes to standard output. */
  print(text: string): void
  /** Writes to standard error. */
  complain(text: string): void
  /** The folder that file names are relative to. */
  folder: string
  /** Whether standard error is a terminal of this process. */
  isScreen: boolean
  /**
   * The migrated database, the stores, the configuration and the log of the server that runs the command; null when the command
   * opens the database itself.
   */
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

/** The terminal of the command that is running. */
export const terminal = (): Terminal => terminals.getStore() ?? own

let commands = 0

/** Runs `use` as a command that was called at the given terminal. */
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
