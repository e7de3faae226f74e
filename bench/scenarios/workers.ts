import type { HttpRequest } from '../load/load.ts'
import { compare, doubts, eachOf, measuredRow } from '../measure.ts'
import type { Scenario } from '../scenario.ts'
import type { Server } from '../servers/server.ts'
import { startStorefront } from '../servers/storefront.ts'
import { products, productsWithReviews } from './requests.ts'

const requests: Record<string, () => HttpRequest> = { REST: products, GraphQL: productsWithReviews }

export const workers: Scenario = {
  name: 'workers',
  about: 'two processes against one, on all cores, limits in Redis',
  apart: true,
  async run(bench) {
    const { databaseUrl, databases, options } = bench
    const shared = { databaseUrl, redisUrl: databases.redisUrl, limits: 'redis', place: 'free' } as const
    const start = (workers: number) => startStorefront({ ...shared, workers })
    const [one, two] = (await eachOf([1, 2], options, start)) as [Server, Server] // one for each of the counts
    const contenders = Object.entries(requests).flatMap(([kind, request]) =>
      [one, two].map((server) => ({
        name: `${server === one ? 'one process' : 'two processes'}, ${kind} products`,
        server,
        run: (seconds: number) =>
          bench.load({ url: server.url, requests: [request()], connections: options.connections, seconds }),
      })),
    )
    const measured = await compare(contenders, options)
    for (const server of [one, two]) await server.stop()
    const [restOfOne, restOfTwo] = measured
    return {
      title: this.about,
      rows: measured.map((one) => measuredRow(one, 'req')),
      targets: [
        { what: 'two of one, REST', measured: (restOfTwo?.perSecond ?? 0) / (restOfOne?.perSecond || 1), atLeast: 1.6 },
        { what: 'RSS MiB of two', measured: Math.max(...measured.map((one) => one.residentMiB ?? 0)), atMost: 450 },
      ],
      notes: [
        'the client and PostgreSQL share these cores; RSS adds up all processes, so shared pages count twice',
        ...doubts(measured),
      ],
      details: { measured },
    }
  },
}
