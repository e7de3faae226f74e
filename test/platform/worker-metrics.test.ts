import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../support/process.ts'

const PROGRAM = join(import.meta.dirname, 'metered-workers.ts')

interface MeteredWorker {
  pid: number
  port: number
}

let supervisor: ChildProcessByStdio<null, Readable, null> | undefined
let workers: MeteredWorker[] = []

afterEach(async () => {
  if (!supervisor || supervisor.exitCode !== null) return
  const ended = once(supervisor, 'exit')
  // Its workers end with it, unless they are stopped.
  for (const { pid } of workers) signal(pid, 'SIGCONT')
  supervisor.kill('SIGKILL')
  await ended
})

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

/** Two workers that listen, beside one that does not yet. */
async function startWorkers(withinMs: number): Promise<[MeteredWorker, MeteredWorker]> {
  const args = [withinMs, await freePort(), await freePort()].map(String)
  supervisor = spawn(process.execPath, ['--import', 'tsx', PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  workers = []
  for await (const line of createInterface({ input: supervisor.stdout })) {
    workers.push(JSON.parse(line))
    const [first, second] = workers
    if (first && second) return [first, second]
  }
  throw new Error('The workers have ended')
}

async function ask({ port }: MeteredWorker, path = '/metrics') {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: answer.status, text: await answer.text() }
}

const seen = (text: string) => Number(/^seen (\d+)$/m.exec(text)?.[1])

describe('metrics of several workers', () => {
  it('are added up, without those that do not listen yet', async () => {
    const [one, other] = await startWorkers(60_000)
    await ask(one, '/')
    await ask(other, '/')
    expect(seen((await ask(one)).text)).toBe(3)
    expect(seen((await ask(other)).text)).toBe(4)
  })

  it('are sent to all who ask at once', async () => {
    const [one, other] = await startWorkers(60_000)
    const answers = await Promise.all([one, other, one, other, one].map((worker) => ask(worker)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(seen((await ask(one)).text)).toBe(6)
  })

  it('are refused while a worker does not answer, and sent again once it does', async () => {
    const [one, other] = await startWorkers(300)
    process.kill(other.pid, 'SIGSTOP')
    expect(await ask(one)).toEqual({
      status: 503,
      text: 'A worker process did not return its metrics. Try again in a moment.',
    })
    process.kill(other.pid, 'SIGCONT')
    await expect.poll(async () => (await ask(one)).status, { timeout: 60_000 }).toBe(200)
  })

  it('are sent without a worker that dies before it has answered', async () => {
    const [one, other] = await startWorkers(60_000)
    await ask(other, '/')
    process.kill(other.pid, 'SIGSTOP')
    const asked = ask(one)
    // Time enough for the question to be on its way.
    await wait(300)
    process.kill(other.pid, 'SIGKILL')
    expect(seen((await asked).text)).toBe(1)
  })
})
