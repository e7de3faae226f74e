import { availableParallelism } from 'node:os'
import type { HttpRequest } from '../load/load.ts'
import { type Contender, compare, doubts, eachOf, type Measured, measuredRow } from '../measure.ts'
import type { Bench } from '../open-bench.ts'
import { median } from '../report/statistics.ts'
import type { Scenario } from '../scenario.ts'
import { startBare } from '../servers/bare.ts'
import type { Server } from '../servers/server.ts'
import { startStorefront } from '../servers/storefront.ts'
import { ask, products, productsWithReviews } from './requests.ts'

type Processes = 1 | 2

/** The same server as one process and as two. */
interface Pair {
  name: string
  request: HttpRequest
  servers: Record<Processes, Server>
}

export const workers: Scenario = {
  name: 'workers',
  about: 'two processes against one, on all cores, limits in Redis',
  apart: true,
  async run(bench) {
    const { options } = bench
    const ours = await startOurs(bench, 'on')
    const uncached = await startOurs(bench, 'off')
    const pairs: Pair[] = [
      { name: 'REST products', request: products(), servers: ours },
      { name: 'the same from memory, bare', request: products(), servers: await startBarePair(ours[1]) },
      { name: 'REST products, every cache off', request: products(), servers: uncached },
      { name: 'GraphQL products', request: productsWithReviews(), servers: ours },
    ]
    const contenders = pairs.flatMap(({ name, request, servers }) =>
      ([1, 2] as const).map((count): Contender => {
        const server = servers[count]
        return {
          name: `${count === 1 ? 'one process' : 'two processes'}, ${name}`,
          server,
          run: (seconds) =>
            bench.load({ url: server.url, requests: [request], connections: options.connections, seconds }),
        }
      }),
    )
    const measured = await compare(contenders, options)
    for (const server of new Set(contenders.map((one) => one.server))) await server?.stop()
    const [rest, bare, uncachedRest] = pairs.map((_, index) => twoOfOne(measured.slice(2 * index, 2 * index + 2)))
    const resident = measured.filter((_, index) => pairs[Math.floor(index / 2)]?.servers === ours)
    return {
      title: this.about,
      rows: measured.map((one) => measuredRow(one, 'req')),
      targets: [
        { what: 'two of one, REST', measured: rest?.throughput ?? 0, atLeast: 1.6 },
        { what: 'RSS MiB of two', measured: Math.max(...resident.map((one) => one.residentMiB ?? 0)), atMost: 450 },
      ],
      notes: [
        'the client and PostgreSQL share these cores; RSS adds up all processes, so shared pages count twice',
        `a bare server, which only sends these bytes, has ${bare?.throughput.toFixed(2)} times the throughput as two processes`,
        `with every cache off, where PostgreSQL takes its part of both cores, two have ${uncachedRest?.throughput.toFixed(2)} times the throughput of one`,
        ...(rest?.cpu && rest.most
          ? [
              `REST: an answer takes two processes ${rest.cpu.toFixed(2)} times the CPU that it takes one; by what it takes them and the client, these cores have time for ${rest.most.toFixed(2)} times the throughput of one process`,
            ]
          : []),
        ...doubts(measured),
      ],
      details: { measured },
    }
  },
}

async function startOurs(
  { databaseUrl, databases: { redisUrl }, options }: Bench,
  caches: 'on' | 'off',
): Promise<Pair['servers']> {
  const [one, two] = (await eachOf([1, 2], options, (workers) =>
    startStorefront({ databaseUrl, redisUrl, limits: 'redis', caches, place: 'free', workers }),
  )) as [Server, Server]
  return { 1: one, 2: two }
}

/** Bare servers that send what ours answers, on all cores like ours. */
async function startBarePair(ours: Server): Promise<Pair['servers']> {
  const { text } = await ask(ours.url, products())
  const start = (processes: Processes) => startBare({ kind: 'memory', body: text, etag: '"bare"', processes }, 'free')
  return { 1: await start(1), 2: await start(2) }
}

interface TwoOfOne {
  throughput: number
  /** CPU of the server for an answer; null in a smoke test. */
  cpu: number | null
  /** The throughput that would use up all cores, if only the server and its client used them; null likewise. */
  most: number | null
}

function twoOfOne([one, two]: readonly Measured[]): TwoOfOne {
  const throughput = (two?.perSecond ?? 0) / (one?.perSecond || 1)
  if (!one?.cpuMs || !two?.cpuMs) return { throughput, cpu: null, most: null }
  const clientCores = median(two.rounds.map(({ clientPercent }) => (clientPercent ?? 0) / 100))
  const cores = (two.cpuMs / 1000) * two.perSecond + clientCores
  return { throughput, cpu: two.cpuMs / one.cpuMs, most: (throughput * availableParallelism()) / cores }
}
