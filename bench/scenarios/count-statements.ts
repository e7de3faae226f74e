import type { HttpRequest } from '../load/load.ts'
import type { Bench } from '../open-bench.ts'
import type { SentStatement } from '../servers/sent-statements.ts'
import type { StatementCounter } from '../servers/statement-counter.ts'

/** What is prepared and cached at the first ones is none of the request's. */
const WARM_UPS = 3
/** Odd: one of them is the median, though a job has asked its own statements meanwhile. */
const COUNTED = 7

export interface Statements {
  count: number
  /** Those of the work that had so many. */
  texts: string[]
}

/** One step of some work: what it came to, and what the service has sent for it. */
export interface Step<Result> {
  result: Result
  sent: SentStatement[]
}

export const countStatements = (bench: Bench, caches: 'on' | 'off', request: HttpRequest): Promise<Statements> =>
  countStatementsOf(bench, caches, async function* (url) {
    const { method, path, headers, body } = request
    const answer = await fetch(url + path, { method, ...(headers && { headers }), ...(body && { body }) })
    yield await answer.arrayBuffer()
  })

/** The SQL statements that the service sends while the work is done, BEGIN and COMMIT among them. */
export async function countStatementsOf(
  bench: Bench,
  caches: 'on' | 'off',
  work: (url: string) => AsyncIterable<unknown>,
): Promise<Statements> {
  const { server, counter } = await bench.counted(caches)
  const texts = (await watchSteps(server, counter, work)).flatMap(({ sent }) => sent.map(({ text }) => text))
  return { count: texts.length, texts }
}

/** The steps of the work, done as often as needed, that took the median number of statements. */
export async function watchSteps<Result>(
  { url }: { url: string },
  counter: StatementCounter,
  work: (url: string) => AsyncIterable<Result>,
): Promise<Step<Result>[]> {
  const watched: { steps: Step<Result>[]; count: number }[] = []
  for (let times = 0; times < WARM_UPS + COUNTED; times += 1) {
    counter.take()
    const steps: Step<Result>[] = []
    for await (const result of work(url)) steps.push({ result, sent: counter.take() })
    watched.push({ steps, count: steps.reduce((count, { sent }) => count + sent.length, 0) })
  }
  const counted = watched.slice(WARM_UPS).toSorted((a, b) => a.count - b.count)
  return counted[(COUNTED - 1) / 2]?.steps ?? []
}
