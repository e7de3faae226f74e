import { isDeepStrictEqual } from 'node:util'
import type { HttpRequest } from '../load/load.ts'
import { type Contender, compare, doubts, type Measured, measuredRow } from '../measure.ts'
import type { Bench } from '../open-bench.ts'
import type { Target } from '../report/report.ts'
import type { Scenario } from '../scenario.ts'
import { startBare } from '../servers/bare.ts'
import { type BareAnswerName, bareAnswers } from '../servers/bare-answers.ts'
import type { Server } from '../servers/server.ts'
import type { Settings } from '../servers/service-environment.ts'
import { countStatements } from './count-statements.ts'
import { ask, ORDER_NO, PRODUCT_ID } from './requests.ts'

/** One request, asked again and again, beside bare servers that answer the same. */
export interface ReadScenario {
  name: string
  about: string
  request(bench: Bench): HttpRequest
  settings?: Settings
  /** Whether it asks for what has changed since its own last answer. */
  conditional?: boolean
  bare: BareName[]
  /** The least that ours may be of the first bare one. */
  atLeast: number
  /** The most statements that a request may take. */
  statementsAtMost?: number
}

/** The answer's bytes from memory, or made of statements in `bare-answers.ts`. */
export type BareName = 'memory' | BareAnswerName

export function readScenario(scenario: ReadScenario): Scenario {
  const { name, about, settings = {}, bare, atLeast, statementsAtMost } = scenario
  return {
    name,
    about,
    async run(bench) {
      const { options } = bench
      const ours = await bench.serve(settings)
      const request = await conditioned(scenario, bench, ours)
      const { text } = await ask(ours.url, scenario.request(bench))
      const bareServers = await Promise.all(bare.map((answer) => startBareFor(bench, answer, text, request)))
      const servers = [ours, ...bareServers]
      const names = ['ours', ...bare.map(bareTitle)]
      const contenders = servers.map((server, index) => ({
        name: names[index] ?? '',
        server,
        run: (seconds) =>
          bench.load({ url: server.url, requests: [request], connections: options.connections, seconds }),
      })) satisfies Contender[]
      const [mine, ...others] = await compare(contenders, options)
      for (const server of servers) await server.stop()
      if (!mine) throw new Error('Nothing was measured')

      const statements = await countStatements(bench, settings.caches ?? 'on', request)
      const all = [mine, ...others]
      return {
        title: about,
        rows: all.map((measured, index) => ({
          ...measuredRow(measured, 'req'),
          'ours of it': index === 0 ? null : ratio(mine, measured),
          SQL: index === 0 ? statements.count : statementsOf(bare[index - 1]),
        })),
        targets: targets(),
        notes: [`an answer of ours has ${Buffer.byteLength(text)} bytes`, ...doubts(all)],
        details: { measured: all, statements: statements.texts },
      }

      function targets(): Target[] {
        const [first] = others
        return [
          ...(mine && first ? [{ what: `of ${first.name}`, measured: ratio(mine, first), atLeast }] : []),
          ...(statementsAtMost === undefined
            ? []
            : [{ what: 'SQL statements of a request', measured: statements.count, atMost: statementsAtMost }]),
        ]
      }
    },
  }
}

const ratio = (mine: Measured, other: Measured) => (other.perSecond === 0 ? 0 : mine.perSecond / other.perSecond)

const statementsOf = (name: BareName | undefined) => (!name || name === 'memory' ? 0 : bareAnswers[name].statements)

const bareTitle = (name: BareName) => (name === 'memory' ? 'bare, from memory' : `bare, ${statementsOf(name)} SQL`)

/** The tag of our own answer, or one that nobody has while ours gives none: then ours answers in full. */
async function conditioned(
  { request, conditional }: ReadScenario,
  bench: Bench,
  { url }: Server,
): Promise<HttpRequest> {
  const plain = request(bench)
  if (!conditional) return plain
  const { headers } = await ask(url, plain)
  return { ...plain, headers: { ...plain.headers, 'if-none-match': headers.get('etag') ?? '"none"' } }
}

/** @throws Error when it would answer something else than ours */
async function startBareFor(bench: Bench, name: BareName, ours: string, request: HttpRequest): Promise<Server> {
  if (name === 'memory')
    return startBare({ kind: 'memory', body: ours, etag: request.headers?.['if-none-match'] ?? '"bare"' })
  const { storeId, customerId } = bench.shop
  const parameters = { storeId, customerId, productId: PRODUCT_ID, orderNo: ORDER_NO }
  const server = await startBare({ kind: 'statements', databaseUrl: bench.databaseUrl, answer: name, parameters })
  const { text: bare } = await ask(server.url, request)
  if (!isDeepStrictEqual(JSON.parse(bare), JSON.parse(ours))) {
    throw new Error(
      `The bare "${name}" of servers/bare-answers.ts answers something else than ours:\n${bare.slice(0, 600)}\n${ours.slice(0, 600)}`,
    )
  }
  return server
}
