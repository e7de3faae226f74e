import autocannon from 'autocannon'
import { quantile } from '../report/statistics.ts'
import type { ClientJob } from './client-job.ts'
import type { HttpRequest, Loaded } from './load.ts'
import { shop } from './shopping.ts'

/** A client, which reads on standard input what to do; prints what came of it. */

const run = (job: ClientJob): Promise<Loaded> =>
  job.work.kind === 'shopping' ? shop(job, job.work.carts) : request(job, job.work.requests)

async function request(
  { url, connections, seconds, count, rate }: ClientJob,
  requests: HttpRequest[],
): Promise<Loaded> {
  const times: number[] = []
  let failed = 0
  const startedAt = performance.now()
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        connections,
        ...(seconds && { duration: seconds }),
        ...(count && { amount: count }),
        ...(rate && { overallRate: rate, ignoreCoordinatedOmission: true }),
        requests: requests as autocannon.Request[], // `undefined` stands in its optional fields, which ours leave out
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    )
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      if (status < 400) times.push(milliseconds)
      else failed += 1
    })
  })
  return {
    count: times.length,
    seconds: (performance.now() - startedAt) / 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    failed: failed + result.errors,
  }
}

let text = ''
for await (const chunk of process.stdin) text += chunk
// Written by client.ts, and by nobody else.
process.stdout.write(JSON.stringify(await run(JSON.parse(text) as ClientJob)))
