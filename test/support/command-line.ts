import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { answerCommands } from '../../src/commands/answer-commands.ts'
import { answerShape, commandSocket } from '../../src/commands/command-socket.ts'
import { readConfig } from '../../src/process/config.ts'
import { openShop } from './shop.ts'

/** What a command printed where, and its exit status. */
export interface Outcome {
  status: number | null
  stdout: string
  stderr: string
}

export interface CommandLine {
  /** The DATA_DIR of the server. */
  dataDir: string
  storefront(...args: string[]): Promise<Outcome>
  close(): Promise<void>
}

/**
 * `storefront` commands as a running server runs them for other processes, asked over its socket without starting one:
 * a process takes a hundred times as long. `process.ts` runs each command as a process at least once.
 */
export async function openCommandLine(): Promise<CommandLine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'storefront-commands-'))
  const shop = await openShop({ dataDir })
  const { stores, logger } = shop.services
  const config = readConfig({ DATA_DIR: dataDir })
  const server = await answerCommands(config, { database: shop.database, stores, logger })
  return {
    dataDir,
    storefront: (...args) => askServer(dataDir, args),
    async close() {
      await server.close()
      await shop.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What a running server answers to a command, over the socket in its DATA_DIR, as the command line asks it. */
export async function askServer(dataDir: string, args: string[]): Promise<Outcome> {
  const { path, remove } = commandSocket(dataDir)
  const socket = createConnection(path)
  await once(socket, 'connect').finally(remove)
  socket.write(`${JSON.stringify({ arguments: args, folder: process.cwd() })}\n`)
  const outcome: Outcome = { status: null, stdout: '', stderr: '' }
  for await (const line of createInterface({ input: socket })) {
    const answer = answerShape.parse(JSON.parse(line))
    if ('print' in answer) outcome.stdout += answer.print
    else if ('complain' in answer) outcome.stderr += answer.complain
    else outcome.status = answer.status
  }
  return outcome
}
