import { createInterface } from 'node:readline'
import { CommandError } from './failure.ts'
import { terminal } from './terminal.ts'

/**
 * Where a server runs the command for another process, that process has asked.
 * @param option what says it on the command line instead @throws CommandError when something else is typed, or nothing
 */
export async function confirmByTyping(what: string, expected: string, option: string): Promise<void> {
  if (terminal().running) return
  // Scripts read one line of what went wrong.
  if (process.stdin.isTTY) terminal().complain(`${what}\nType ${expected} to continue: `)
  const typed = await readLine()
  if (typed === expected) return
  throw new CommandError(`Nothing was done: ${typed === null ? 'nothing was' : 'something else was'} typed. ${option}`)
}

/** Null when standard input has ended. */
async function readLine(): Promise<string | null> {
  const lines = createInterface({ input: process.stdin })
  try {
    for await (const line of lines) return line.trim()
    return null
  } finally {
    lines.close()
    process.stdin.destroy()
  }
}
