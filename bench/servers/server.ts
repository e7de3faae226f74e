import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type Place, placed } from '../machine/processor.ts'

/** A server under load, in a process of its own. */
export interface Server {
  /** Without a slash at its end. */
  url: string
  pid: number
  /** From its start until it answered, in milliseconds. */
  startMs: number
  stop(): Promise<void>
}

interface ServerOptions {
  place: Place
  port: number
  env: NodeJS.ProcessEnv
  /** A path that answers 200 once it is ready. */
  readyPath: string
  /** Written to its standard input. */
  input?: string
}

const READY_WITHIN_MS = 180_000
const STOP_WITHIN_MS = 15_000

/** Runs `node ARGS`, which serves on that port, and resolves once it is ready. @throws Error with what it said */
export async function startServer(args: readonly string[], options: ServerOptions): Promise<Server> {
  const { place, port, env, readyPath, input = '' } = options
  const startedAt = performance.now()
  const [file, fileArgs] = placed(place, process.execPath, args)
  // Its log is written, as in production, and read by nobody.
  const child = spawn(file, fileArgs, { env, stdio: ['pipe', 'ignore', 'pipe'] })
  running.add(child)
  child.once('close', () => running.delete(child))
  child.stdin.end(input)
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints = (complaints + chunk).slice(-2_000)
  })
  const url = `http://127.0.0.1:${port}`
  try {
    while (!(await answers(`${url}${readyPath}`))) {
      if (child.exitCode !== null) throw new Error(`A server ended with ${child.exitCode}: ${complaints}`)
      if (performance.now() - startedAt > READY_WITHIN_MS) throw new Error(`A server does not get ready: ${complaints}`)
      await wait(5)
    }
  } catch (error) {
    await stop(child)
    throw error
  }
  return { url, pid: child.pid ?? 0, startMs: performance.now() - startedAt, stop: () => stop(child) }
}

const running = new Set<ChildProcess>()

/** Also those that somebody who failed has not stopped. */
export const stopServers = () => Promise.all([...running].map(stop))

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    },
    () => false,
  )

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await ended
  clearTimeout(timer)
}
