import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './process.ts'

export interface Prometheus {
  /** The values of an instant query; NaN is among them where a quotient has no divisor. */
  query(expression: string): Promise<number[]>
  /** The state of each alert rule: `ok` when it could be evaluated. */
  alerts(): Promise<Record<string, string>>
  close(): Promise<void>
}

/** Debian's Prometheus with this configuration, on loopback. */
export async function startPrometheus(configuration: string): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-prometheus-'))
  const file = join(folder, 'prometheus.yaml')
  await writeFile(file, configuration)
  const address = `127.0.0.1:${await freePort()}`
  const child: ChildProcess = spawn(
    'prometheus',
    [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=${address}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const closed = once(child, 'close')

  async function ask(path: string): Promise<any> {
    const answer = await fetch(`http://${address}/api/v1/${path}`)
    const { status, data, error } = (await answer.json()) as { status: string; data: unknown; error?: string }
    if (status !== 'success') throw new Error(`Prometheus: ${error}`)
    return data
  }

  for (let isReady = false; !isReady; ) {
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}:\n${output}`)
    isReady = await fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isReady) await new Promise((resolve) => setTimeout(resolve, 50))
  }

  return {
    async query(expression) {
      const { result } = await ask(`query?query=${encodeURIComponent(expression)}`)
      return result.map(({ value }: { value: [number, string] }) => Number(value[1]))
    },
    async alerts() {
      const { groups } = await ask('rules?type=alert')
      const rules = groups.flatMap(({ rules }: { rules: { name: string; health: string }[] }) => rules)
      return Object.fromEntries(rules.map(({ name, health }: { name: string; health: string }) => [name, health]))
    },
    async close() {
      child.kill('SIGKILL')
      await closed
      await rm(folder, { recursive: true, force: true })
    },
  }
}
