import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/** What `/metrics` answers: the text, and the values by name and labels as they are printed. */
export interface Scrape {
  text: string
  values: Record<string, number>
}

export async function scrape(app: FastifyInstance): Promise<Scrape> {
  const { statusCode, body } = await app.inject('/metrics')
  if (statusCode !== 200) throw new Error(`/metrics answered ${statusCode}`)
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const values = lines.map((line) => {
    const end = line.lastIndexOf(' ')
    return [line.slice(0, end), Number(line.slice(end + 1))] as const
  })
  return { text: body, values: Object.fromEntries(values) }
}

/** How the values of the metric have changed between two scrapes, by their labels; without those that have not. */
export function changes(before: Scrape, after: Scrape, metric: string): Record<string, number> {
  const changed = Object.entries(after.values).flatMap(([name, value]) => {
    const by = value - (before.values[name] ?? 0)
    return name.startsWith(`${metric}{`) && by !== 0 ? [[name.slice(metric.length + 1, -1), by] as const] : []
  })
  return Object.fromEntries(changed)
}

const PROMTOOL = '/usr/bin/promtool'

export const noPrometheus = existsSync(PROMTOOL) ? null : 'promtool: apt-get install prometheus'

/** What promtool says, and whether it is content. */
export function promtool(args: string[], input?: string): { passed: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { input, encoding: 'utf8' })
  return { passed: status === 0, output: `${stdout}${stderr}` }
}
