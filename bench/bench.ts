import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { busyWarning, describeMachine } from './machine/describe-machine.ts'
import { pinNothing } from './machine/processor.ts'
import { loadClient, type Options, openBench } from './open-bench.ts'
import { machineMarkdown, sectionMarkdown } from './report/markdown.ts'
import type { Report } from './report/report.ts'
import { svgChart } from './report/svg-chart.ts'
import type { Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { LAUNCHER } from './servers/service-environment.ts'

const RESULTS = join(import.meta.dirname, 'results')

interface Flags extends Partial<Omit<Options, 'smoke'>> {
  smoke?: boolean
  out: string
}

const names = scenarios.map(({ name }) => name)

function countFlag(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 9999.')
  return Number(text)
}

const command = new Command('npm run bench --')
  .description(
    'Measures this service beside bare servers that answer the same, in one run. docs/performance.md says how to read it.',
  )
  .argument('[scenarios...]', 'which; all of them when left out')
  .option('--rounds <count>', 'rounds in which all take their turn (default: 3)', countFlag)
  .option('--seconds <count>', 'of each round (default: 6)', countFlag)
  .option('--connections <count>', 'that clients open at once (default: 50)', countFlag)
  .option('--smoke', 'everything tiny, only to show that it works')
  .option('--out <folder>', 'where results go', RESULTS)
  .addHelpText(
    'after',
    `
Scenarios:
${scenarios.map(({ name, about }) => `  ${name.padEnd(20)} ${about}`).join('\n')}

PostgreSQL is at DATABASE_URL (postgresql://postgres@127.0.0.1:5432/postgres when unset), where databases are made and
dropped; Redis at REDIS_URL (redis://127.0.0.1:6379), one of whose numbered databases must be empty.
BENCH_CACHES_OFF says what switches caches off, as NAME=VALUE.`,
  )
  .action(async (chosen: string[], flags: Flags) => {
    const unknown = chosen.find((name) => !names.includes(name))
    if (unknown !== undefined) command.error(`There is no scenario "${unknown}". There are: ${names.join(', ')}`)
    await bench(chosen.length > 0 ? chosen : names, flags)
  })

const print = (text: string) => process.stdout.write(`${text}\n`)

async function bench(chosen: readonly string[], { out, smoke = false, ...given }: Flags): Promise<void> {
  const standard = smoke ? { rounds: 1, seconds: 1, connections: 4 } : { rounds: 3, seconds: 6, connections: 50 }
  const options: Options = { ...standard, ...given, smoke }
  const postgresUrl = process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres'
  const redisUrl = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
  const startedAt = new Date().toISOString()
  if (smoke) pinNothing()
  const machine = await describeMachine(postgresUrl, loadClient)
  buildBundle()
  print(machineMarkdown(machine))
  const warning = busyWarning(machine)
  if (warning) print(`${warning}\n`)

  const open = await openBench(options, postgresUrl, redisUrl)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void open.close().finally(() => process.exit(1)))
  }
  const report: Report = { machine, startedAt, options, sections: {} }
  const folder = join(out, startedAt.replaceAll(':', '-').slice(0, 19))
  const texts = [machineMarkdown(machine), ...(warning ? [`${warning}\n`] : [])]
  let hasFailed = false
  const runInTurn = async (some: readonly Scenario[]) => {
    for (const scenario of some) {
      if (hasFailed) return
      const section = await scenario.run(open).catch((error: unknown) => {
        hasFailed = true
        throw error
      })
      report.sections[scenario.name] = section
      texts.push(sectionMarkdown(scenario.name, section))
      print(texts.at(-1) ?? '')
      if (!smoke) await keep(folder, report, texts)
    }
  }
  const wanted = scenarios.filter(({ name }) => chosen.includes(name))
  try {
    if (smoke) {
      // Each has ended before what they work with is closed.
      const ends = await Promise.allSettled(
        [true, false].map((apart) => runInTurn(wanted.filter((one) => (one.apart ?? false) === apart))),
      )
      for (const end of ends) if (end.status === 'rejected') throw end.reason
      await keep(folder, report, texts)
    } else await runInTurn(wanted)
  } finally {
    await open.close()
  }
  print(`Kept in ${relative(process.cwd(), folder)}`)
}

/** As far as it has come: a run that is stopped has not been for nothing. */
async function keep(folder: string, report: Report, texts: string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
  await writeFile(join(folder, 'report.md'), texts.join('\n'))
  for (const chart of Object.values(report.sections).flatMap(({ charts = [] }) => charts)) {
    await writeFile(join(folder, `${chart.file}.svg`), svgChart(chart))
  }
}

/** Now, where it is older than the source, so that no measured start waits for it. */
function buildBundle(): void {
  const { status } = spawnSync(process.execPath, [LAUNCHER, '--help'], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('The service cannot be built')
}

await command.parseAsync()
