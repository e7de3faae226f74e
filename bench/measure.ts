import type { Loaded } from './load/load.ts'
import { cpuSeconds, endedChildrenCpuSeconds, residentMiB } from './machine/process-usage.ts'
import type { Options } from './open-bench.ts'
import type { Row } from './report/report.ts'
import { median, spreadPercent } from './report/statistics.ts'
import type { Server } from './servers/server.ts'

/** One of those that are compared. */
export interface Contender {
  name: string
  /** Whose CPU and memory are reported; null: nobody's. */
  server: Server | null
  run(seconds: number): Promise<Loaded>
}

interface Round {
  perSecond: number
  p50: number
  p99: number
  failed: number
  cpuMs: number | null
  residentMiB: number | null
  /** The share of a core that the client had, in percent. */
  clientPercent: number | null
}

export interface Measured {
  name: string
  rounds: Round[]
  /** Medians of the rounds; milliseconds for times and for the server's CPU of one answer. */
  perSecond: number
  spreadPercent: number
  p50: number
  p99: number
  cpuMs: number | null
  residentMiB: number | null
  failed: number
}

const WARM_UP_SECONDS = 2
/** A server that was not under load before warms up in spells of this length, until it gains no more. */
const SPELL_SECONDS = 6
/** Of the fastest spell before: a smaller gain may be chance. */
const GAIN = 1.05
/** One spell without a gain may be a slow moment of the machine. */
const SPELLS_WITHOUT_GAIN = 2
const MOST_SPELLS = 10
/** Above this the client may have been what was slow. */
const BUSY_CLIENT_PERCENT = 90

const warm = new WeakSet<Server>()

/** Does the work for one after the other; in a smoke test, which has no figures, for all at once. */
export async function eachOf<One, Done>(
  all: readonly One[],
  { smoke }: Pick<Options, 'smoke'>,
  work: (one: One, index: number) => Promise<Done>,
): Promise<Done[]> {
  if (smoke) return Promise.all(all.map(work))
  const done: Done[] = []
  for (const [index, one] of all.entries()) done.push(await work(one, index))
  return done
}

/** All in turn, round by round, so that a slower minute of the machine is slower for each. */
export async function compare(
  contenders: readonly Contender[],
  { rounds, seconds, smoke }: Pick<Options, 'rounds' | 'seconds' | 'smoke'>,
): Promise<Measured[]> {
  const result = contenders.map((): Round[] => [])
  if (smoke) {
    await eachOf(contenders, { smoke }, async (one, index) =>
      result[index]?.push({ ...(await oneRound(one, seconds)), cpuMs: null, clientPercent: null }),
    )
  } else {
    for (const contender of contenders) await warmUp(contender)
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, contender] of contenders.entries()) result[index]?.push(await oneRound(contender, seconds))
    }
  }
  return contenders.map(({ name }, index) => summary(name, result[index] ?? []))
}

/** V8 compiles what runs often, which comes later for a server that answers less often. */
async function warmUp({ server, run }: Contender): Promise<void> {
  if (server === null || warm.has(server)) {
    await run(WARM_UP_SECONDS)
    return
  }
  let fastest = 0
  let withoutGain = 0
  for (let spells = 0; spells < MOST_SPELLS && withoutGain < SPELLS_WITHOUT_GAIN; spells += 1) {
    const { count, seconds } = await run(SPELL_SECONDS)
    withoutGain = count / seconds > fastest * GAIN ? 0 : withoutGain + 1
    fastest = Math.max(fastest, count / seconds)
  }
  warm.add(server)
}

async function oneRound({ server, run }: Contender, seconds: number): Promise<Round> {
  const before = server && cpuSeconds(server.pid)
  const clientBefore = endedChildrenCpuSeconds()
  const { count, seconds: took, p50, p99, failed } = await run(seconds)
  const after = server && cpuSeconds(server.pid)
  const clientAfter = endedChildrenCpuSeconds()
  return {
    perSecond: count / took,
    p50,
    p99,
    failed,
    cpuMs: before === null || after === null || count === 0 ? null : ((after - before) * 1000) / count,
    residentMiB: server && residentMiB(server.pid),
    clientPercent: clientBefore === null || clientAfter === null ? null : ((clientAfter - clientBefore) / took) * 100,
  }
}

function summary(name: string, rounds: Round[]): Measured {
  const middle = (pick: (round: Round) => number | null) => {
    const values = rounds.map(pick).filter((value) => value !== null)
    return values.length > 0 ? median(values) : null
  }
  const speeds = rounds.map(({ perSecond }) => perSecond)
  return {
    name,
    rounds,
    perSecond: median(speeds),
    spreadPercent: spreadPercent(speeds),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    cpuMs: middle(({ cpuMs }) => cpuMs),
    residentMiB: middle((round) => round.residentMiB),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  }
}

/** The table's line; `unit` is what was counted. */
export const measuredRow = (measured: Measured, unit: string): Row => ({
  server: measured.name,
  [`${unit}/s`]: measured.perSecond,
  'spread %': measured.spreadPercent,
  'CPU ms': measured.cpuMs,
  'p50 ms': measured.p50,
  'p99 ms': measured.p99,
  'RSS MiB': measured.residentMiB,
  failed: measured.failed,
})

/** What a reader should know before believing the figures. */
export function doubts(all: readonly Measured[]): string[] {
  return all.flatMap(({ name, rounds, failed }) => {
    const clientPercent = median(rounds.map((round) => round.clientPercent ?? 0))
    return [
      ...(clientPercent > BUSY_CLIENT_PERCENT
        ? [`${name}: the client was ${Math.round(clientPercent)} % busy, so it may have been what was slow`]
        : []),
      ...(failed > 0 ? [`${name}: ${failed} failed`] : []),
    ]
  })
}
