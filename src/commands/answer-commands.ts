import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { type Command, CommanderError } from 'commander'
import type { Config } from '../process/config.ts'
import { type Answer, commandSocket, requestShape } from './command-socket.ts'
import { failureLine } from './failure.ts'
import { createProgram } from './program.ts'
import { atTerminal, type Terminal } from './terminal.ts'

/** A silent client would keep the server from stopping. */
const ASK_WITHIN_MS = 3_000

type Running = NonNullable<Terminal['running']>
type AnsweringServices = Pick<Running, 'database' | 'stores' | 'logger'>

/**
 * For processes that cannot open the embedded database meanwhile. Any process that may enter the data folder as this
 * user may send commands. `close` waits for running ones.
 */
export async function answerCommands(config: Config, services: AnsweringServices): Promise<{ close(): Promise<void> }> {
  const server = createServer((socket) => void answer(socket, { config, ...services }))
  const { path, file, remove } = commandSocket(config.dataDir)
  // The socket of a killed process: we hold the folder, so it is dead.
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

async function answer(socket: Socket, running: Running): Promise<void> {
  // The client may disconnect. The command still finishes its work.
  socket.on('error', () => {})
  socket.setTimeout(ASK_WITHIN_MS, () => socket.destroy())
  const send = (line: Answer) => void (socket.writable && socket.write(`${JSON.stringify(line)}\n`))
  try {
    for await (const line of createInterface({ input: socket })) {
      socket.setTimeout(0)
      const request = requestShape.parse(JSON.parse(line))
      const at: Terminal = {
        print: (text) => send({ print: text }),
        complain: (text) => send({ complain: text }),
        folder: request.folder,
        isScreen: false,
        running,
      }
      send({ status: await atTerminal(at, () => run(request.arguments, at)) })
      break
    }
  } catch {
    send({ complain: 'The server does not understand the command.\n' })
    send({ status: 1 })
  }
  socket.end()
}

/** Returns the exit status. */
async function run(args: string[], { print, complain }: Terminal): Promise<number> {
  const program = createProgram()
  speakTo(program, { print, complain })
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed the error.
    if (error instanceof CommanderError) return error.exitCode
    complain(`${failureLine(error)}\n`)
    return 1
  }
}

/** Commander otherwise prints to this process's output, and ends the process. */
function speakTo(command: Command, { print, complain }: Pick<Terminal, 'print' | 'complain'>): void {
  command.exitOverride().configureOutput({ writeOut: print, writeErr: complain })
  for (const child of command.commands) speakTo(child, { print, complain })
}
