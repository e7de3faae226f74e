import { eachOf } from '../measure.ts'
import { median, spreadPercent } from '../report/statistics.ts'
import type { Scenario } from '../scenario.ts'
import { startStorefront } from '../servers/storefront.ts'

export const start: Scenario = {
  name: 'start',
  about: 'from the command until /readyz answers, after a first start',
  apart: true,
  async run(bench) {
    const { databaseUrl, options } = bench
    const dataDir = await bench.dataDir()
    const kinds = [
      { name: 'served', surroundings: { databaseUrl }, atMost: 1 },
      { name: 'embedded', surroundings: { dataDir }, atMost: 3 },
    ].map((kind) => ({ ...kind, seconds: [] as number[], first: 0 }))
    for (let round = 0; round <= options.rounds; round += 1) {
      await eachOf(kinds, options, async (kind) => {
        const server = await startStorefront({ ...kind.surroundings, place: 'free' })
        await server.stop()
        if (round === 0) kind.first = server.startMs / 1000
        else kind.seconds.push(server.startMs / 1000)
      })
    }
    return {
      title: this.about,
      rows: kinds.map(({ name, seconds, first }) => ({
        server: name,
        'start s': median(seconds),
        'spread %': spreadPercent(seconds),
        'first start s': first,
      })),
      targets: kinds.map(({ name, seconds, atMost }) => ({
        what: `seconds, ${name}`,
        measured: median(seconds),
        atMost,
      })),
      details: kinds,
    }
  },
}
