import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { inject } from 'vitest'

export interface RunningService {
  process: ChildProcess
  url: string
  output(): string
  /** Sends the signal, and gives the exit code once it has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Half of the work of a short-lived process is otherwise to optimise the embedded database's WebAssembly. */
export const SHORT_LIVED = ['--liftoff-only']

/** `storefront` with these arguments as a process of its own, and nothing of this one's environment that could matter. */
export function storefront(
  args: string[],
  env: NodeJS.ProcessEnv,
  commandLine: string = inject('commandLine'),
): ChildProcess {
  const { PATH, HOME } = process.env
  return spawn(process.execPath, [...SHORT_LIVED, commandLine, ...args], { env: { PATH, HOME, ...env } })
}

/** What a command comes to: its exit code, and what it printed where. `input` is what somebody types. */
export async function runStorefront(args: string[], env: NodeJS.ProcessEnv, input = '') {
  const child = storefront(args, env)
  // A command that does not read it may have ended.
  child.stdin?.on('error', () => {}).end(input)
  const printed = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    printed.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    printed.stderr += chunk
  })
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, ...printed }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** `storefront serve`, once it is ready: of this version, unless another's command line is given. */
export async function startService(env: Record<string, string>, commandLine?: string): Promise<RunningService> {
  const port = env.PORT ?? (await freePort())
  const child = storefront(['serve'], { PORT: String(port), HOST: '127.0.0.1', ...env }, commandLine)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const closed = once(child, 'close') as Promise<[number | null]>
  const url = `http://127.0.0.1:${port}`
  for (let isReady = false; !isReady; ) {
    if (child.exitCode !== null) {
      // Another test has taken the port since.
      if (!env.PORT && output.includes('EADDRINUSE')) return startService(env, commandLine)
      throw new Error(`The service ended with ${child.exitCode}:\n${output}`)
    }
    isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isReady) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    process: child,
    url,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return (await closed)[0]
    },
  }
}
