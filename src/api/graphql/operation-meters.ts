import type { GraphQLError } from 'graphql'
import { Histogram, type Metric } from 'prom-client'
import { counter, type Sample } from '../../platform/metrics/metrics.ts'
import type { ProblemCode } from '../../platform/problem.ts'
import { createDeprecatedUses } from './deprecated-uses.ts'
import type { Deprecated } from './schema/deprecation-plugin.ts'

export type Api = 'rest' | 'graphql' | 'owner' | 'person' | 'shop'

export interface Counted {
  /** Also answers from the cache: add one for each. */
  answered: number
}

export interface OperationMeter extends Counted {
  operation: string
  took(seconds: number): void
  failed(code: ProblemCode): void
}

interface OperationCall {
  meter: OperationMeter
  /** The field's name or alias. */
  key: string
  /** On the clock of `performance.now()`. */
  startedAt: number
}

export interface OperationCalls {
  meters: OperationMeters
  api: Api
  calls: OperationCall[]
  /** What the document uses of what is deprecated. */
  deprecated: Deprecated | null
}

/** By the name of the root field. */
export interface OperationMeters {
  meterOf(api: Api, operation: string): OperationMeter
  useOf(api: Api, deprecatedElement: string): Counted
  exposed: readonly Metric[]
}

/** For requests that call no operation. */
const NO_OPERATION = 'none'

const LABELS = ['api', 'operation'] as const

/** Ask for names of the schema only: their number is not limited here. */
export function createOperationMeters(): OperationMeters {
  const durations = new Histogram({
    name: 'storefront_operation_duration_seconds',
    help: 'Time to make the answer of an operation that succeeded; answers that were kept are not among them.',
    labelNames: LABELS,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [],
  })
  type Meter = OperationMeter & { errors: Map<ProblemCode, number> }
  const { useOf, exposed } = createDeprecatedUses()
  const meters = {
    rest: new Map<string, Meter>(),
    graphql: new Map<string, Meter>(),
    owner: new Map<string, Meter>(),
    person: new Map<string, Meter>(),
    shop: new Map<string, Meter>(),
  }

  function create(api: Api, operation: string): Meter {
    const duration = durations.labels(api, operation)
    const errors = new Map<ProblemCode, number>()
    return {
      operation,
      answered: 0,
      errors,
      took: (seconds) => duration.observe(seconds),
      failed: (code) => void errors.set(code, (errors.get(code) ?? 0) + 1),
    }
  }

  function* calls(): Generator<Sample> {
    for (const [api, named] of Object.entries(meters)) {
      for (const [operation, { answered, errors }] of named) {
        yield { labels: { api, operation, result: 'ok' }, value: answered }
        for (const [result, value] of errors) yield { labels: { api, operation, result }, value }
      }
    }
  }

  return {
    meterOf(api, operation) {
      const known = meters[api].get(operation)
      if (known) return known
      const meter = create(api, operation)
      meters[api].set(operation, meter)
      return meter
    },
    useOf,
    exposed: [
      counter(
        {
          name: 'storefront_operations_total',
          help: 'Calls of operations: by interface, root field, and result, which is ok or the code of the error.',
          labels: [...LABELS, 'result'],
        },
        calls,
      ),
      durations,
      exposed,
    ],
  }
}

export function countCalls(called: OperationCalls, errors: readonly Pick<GraphQLError, 'path' | 'extensions'>[]): void {
  const codes = new Map<unknown, ProblemCode>()
  // `graphQLErrorOf` has set each code.
  for (const { path, extensions } of errors) codes.set(path?.[0], extensions.code as ProblemCode)
  for (const use of deprecatedUses(called)) use.answered += 1
  const now = performance.now()
  for (const { meter, key, startedAt } of called.calls) {
    const code = codes.get(key)
    if (code) {
      meter.failed(code)
      continue
    }
    meter.answered += 1
    meter.took((now - startedAt) / 1000)
  }
  const [code] = codes.values()
  if (code) countFailed(called, code)
}

export const deprecatedUses = ({ meters, api, deprecated }: OperationCalls): Counted[] =>
  deprecated?.elements.map((element) => meters.useOf(api, element)) ?? []

/** Only if the request has called no operation. */
export function countFailed({ meters, api, calls }: Omit<OperationCalls, 'deprecated'>, code: ProblemCode): void {
  if (calls.length === 0) meters.meterOf(api, NO_OPERATION).failed(code)
}
