import { AsyncLocalStorage } from 'node:async_hooks'
import type { Config } from '../config.ts'
import type { Database } from '../platform/database/database.ts'

/** Where a command was called: in this process, or in another one that asked this one to run it. */
export interface Terminal {
  /** Standard output. */
  print(text: string): void
  /** Standard error. */
  complain(text: string): void
  /** What the names of files are relative to. */
  folder: string
  /** Whether standard error is a screen of this process. */
  isScreen: boolean
  /** What the server that runs the command has open, migrated; null where the command opens it by itself. */
  running: { database: Database; config: Config } | null
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

/** Runs `use` as a command that was called at that terminal. */
export const atTerminal = <Result>(at: Terminal, use: () => Promise<Result>): Promise<Result> => terminals.run(at, use)
