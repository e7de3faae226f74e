import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs commands in one shell. @returns what they print @throws Error when the last one fails */
export async function runShell(code: string, env: NodeJS.ProcessEnv = {}, cwd = '.'): Promise<string> {
  const options = { env: { ...process.env, ...env }, cwd, maxBuffer: 10 * 1024 * 1024, timeout: 240_000 }
  return (await run('sh', ['-c', code], options)).stdout
}
