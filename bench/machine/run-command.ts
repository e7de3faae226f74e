import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { type Place, placed } from './processor.ts'

export interface CommandOptions {
  place?: Place
  env?: NodeJS.ProcessEnv
  input?: string
}

/** What the command prints on standard output. @throws Error with what it said when it does not end well */
export async function runCommand(
  command: string,
  args: readonly string[],
  { place = 'free', env, input = '' }: CommandOptions = {},
): Promise<string> {
  const [file, fileArgs] = placed(place, command, args)
  const child = spawn(file, fileArgs, { env: env ?? process.env, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(input)
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ').slice(0, 200)} ended with ${status}: ${stderr || stdout}`)
  return stdout
}
