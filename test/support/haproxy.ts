import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './process.ts'

const PROGRAM = '/usr/sbin/haproxy'
const CONFIGURATION = 'docs/operations/haproxy.cfg'

export const noHaproxy = existsSync(PROGRAM) ? null : 'HAProxy: apt-get install haproxy'

export interface Haproxy {
  url: string
  close(): Promise<void>
}

/** Debian's HAProxy with the configuration that we publish, in front of two instances on these ports of loopback. */
export async function startHaproxy([one, two]: readonly [number, number]): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  const port = await freePort()
  const published = await readFile(CONFIGURATION, 'utf8')
  const configuration = published
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.11:4000', `127.0.0.1:${one}`)
    .replace('10.0.0.12:4000', `127.0.0.1:${two}`)
  await writeFile(file, configuration)
  const child = spawn(PROGRAM, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log = `${log}${chunk}`.slice(-10_000)
  })
  const closed = once(child, 'close')
  const url = `http://127.0.0.1:${port}`
  for (let isReady = false; !isReady; ) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}:\n${log}`)
    isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isReady) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    async close() {
      child.kill('SIGKILL')
      await closed
      await rm(folder, { recursive: true, force: true })
    },
  }
}
