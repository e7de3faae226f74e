import { createConnection } from 'node:net'
import { createInterface } from 'node:readline'
import type { z } from 'zod'
import { answerShape, commandSocket, type requestShape } from './command-socket.ts'
import { CommandError } from './failure.ts'
import { terminal } from './terminal.ts'

/** A server has run the command and its output was printed. */
export class Forwarded extends Error {
  override readonly name = 'Forwarded'
  readonly status: number
  constructor(status: number) {
    super('The server has run the command')
    this.status = status
  }
}

/**
 * Asks the server that holds the data folder to run this command line. @throws Forwarded when it has
 * @throws `inUse` when that process answers no commands @throws CommandError when the server stops meanwhile
 */
export async function forward(dataDir: string, args: string[], inUse: Error): Promise<never> {
  const { path, remove } = commandSocket(dataDir)
  const socket = createConnection(path)
  try {
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve).once('error', () => reject(inUse))
    })
  } finally {
    remove()
  }
  socket.on('error', () => {})
  const request: z.infer<typeof requestShape> = { arguments: args, folder: process.cwd() }
  socket.write(`${JSON.stringify(request)}\n`)
  for await (const line of createInterface({ input: socket })) {
    const answer = answerShape.parse(JSON.parse(line))
    if ('print' in answer) terminal().print(answer.print)
    else if ('complain' in answer) terminal().complain(answer.complain)
    else throw new Forwarded(answer.status)
  }
  throw new CommandError(
    'The server stopped before the command was complete. Check what has been done, then run it again.',
  )
}
