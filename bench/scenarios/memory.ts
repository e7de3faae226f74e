import { runClient } from '../load/client.ts'
import { residentMiB } from '../machine/process-usage.ts'
import type { Row } from '../report/report.ts'
import type { Scenario } from '../scenario.ts'
import { everyRead } from './requests.ts'

const REQUESTS = { smoke: 100, full: 100_000 }
/** How often memory is looked at. */
const PARTS = { smoke: 2, full: 10 }

export const memory: Scenario = {
  name: 'memory',
  about: 'resident memory while 100,000 mixed requests are answered',
  async run(bench) {
    const { options } = bench
    const server = await bench.serve()
    const requests = everyRead(bench)
    const kind = options.smoke ? 'smoke' : 'full'
    const [all, parts] = [REQUESTS[kind], PARTS[kind]]
    const resident = [residentMiB(server.pid) ?? 0]
    const rows: Row[] = [{ requests: 0, 'RSS MiB': resident[0] ?? null, failed: 0 }]
    for (let part = 1; part <= parts; part += 1) {
      const work = { kind: 'requests', requests } as const
      const { failed } = await runClient({
        url: server.url,
        connections: options.connections,
        count: all / parts,
        work,
      })
      resident.push(residentMiB(server.pid) ?? 0)
      rows.push({ requests: (all / parts) * part, 'RSS MiB': resident[part] ?? null, failed })
    }
    await server.stop()
    const [middle = 0, last = 0] = [resident[parts / 2], resident[parts]]
    return {
      title: this.about,
      rows,
      targets: [
        { what: 'RSS MiB at the end', measured: last, atMost: 286 }, // 300 MB
        { what: 'of that in the middle', measured: last / (middle || 1), atMost: 1.05 },
      ],
    }
  },
}
