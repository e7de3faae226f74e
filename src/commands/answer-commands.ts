import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { type Command, CommanderError } from 'commander'
import type { Config } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import { type Answer, commandSocket, requestShape } from './command-socket.ts'
import { failureLine } from './failure.ts'
import { createProgram } from './program.ts'
import { atTerminal, type Terminal } from './terminal.ts'

/** Who says nothing for so long does not keep the server from stopping. */
const ASK_WITHIN_MS = 3_000

/**
 * Runs the commands of other processes, which cannot open the embedded database while this one has it. Whoever may
 * enter the data folder as this user may ask. `close` waits for commands that run.
 */
export async function answerCommands(config: Config, database: Database): Promise<{ close(): Promise<void> }> {
  const server = createServer((socket) => void answer(socket, { config, database }))
  const { path, file, remove } = commandSocket(config.dataDir)
  // A process that was killed has left its own. It is dead: the folder is ours.
  if (file) rmSync(file, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(path, resolve)
  }).finally(remove)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          if (file) rmSync(file, { force: true })
          resolve()
        })
      }),
  }
}

async function answer(socket: Socket, running: NonNullable<Terminal['running']>): Promise<void> {
  // Whoever asked may be gone: the command still finishes what it does.
  socket.on('error', () => {})
  socket.setTimeout(ASK_WITHIN_MS, () => socket.destroy())
  const tell = (line: Answer) => void (socket.writable && socket.write(`${JSON.stringify(line)}\n`))
  try {
    for await (const line of createInterface({ input: socket })) {
      socket.setTimeout(0)
      const request = requestShape.parse(JSON.parse(line))
      const at: Terminal = {
        print: (text) => tell({ print: text }),
        complain: (text) => tell({ complain: text }),
        folder: request.folder,
        isScreen: false,
        running,
      }
      tell({ status: await atTerminal(at, () => run(request.arguments, at)) })
      break
    }
  } catch {
    tell({ complain: 'The server does not understand the command.\n' })
    tell({ status: 1 })
  }
  socket.end()
}

/** Gives the exit status. */
async function run(args: string[], { print, complain }: Terminal): Promise<number> {
  const program = createProgram()
  speakTo(program, { print, complain })
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already said what it has to say.
    if (error instanceof CommanderError) return error.exitCode
    complain(`${failureLine(error)}\n`)
    return 1
  }
}

/** What Commander itself would print here and end this process for. */
function speakTo(command: Command, { print, complain }: Pick<Terminal, 'print' | 'complain'>): void {
  command.exitOverride().configureOutput({ writeOut: print, writeErr: complain })
  for (const child of command.commands) speakTo(child, { print, complain })
}
