import type { HttpRequest } from '../load/load.ts'
import type { Bench } from '../open-bench.ts'

/** What is prepared and cached at the first ones is none of the request's. */
const WARM_UPS = 3
/** Odd: one of them is the median, though a job has asked its own statements meanwhile. */
const COUNTED = 7

export interface Statements {
  count: number
  /** Those of the work that had so many. */
  texts: string[]
}

/** The SQL statements that one such request takes. */
export const countStatements = (bench: Bench, caches: 'on' | 'off', request: HttpRequest): Promise<Statements> =>
  countStatementsOf(bench, caches, async (url) => {
    const { method, path, headers, body } = request
    await (await fetch(url + path, { method, ...(headers && { headers }), ...(body && { body }) })).arrayBuffer()
  })

/** The SQL statements that the service sends while the work is done, BEGIN and COMMIT among them. */
export async function countStatementsOf(
  bench: Bench,
  caches: 'on' | 'off',
  work: (url: string) => Promise<void>,
): Promise<Statements> {
  const { server, counter } = await bench.counted(caches)
  for (let times = 0; times < WARM_UPS; times += 1) await work(server.url)
  const taken: string[][] = []
  for (let times = 0; times < COUNTED; times += 1) {
    counter.take()
    await work(server.url)
    taken.push(counter.take().map(({ text }) => text))
  }
  const texts = taken.toSorted((a, b) => a.length - b.length)[(COUNTED - 1) / 2] ?? []
  return { count: texts.length, texts }
}
