import type { GraphQLError } from 'graphql'
import type { ProblemCode } from '../platform/problem.ts'
import { NO_OPERATION, type OperationCalls } from './operation-meters.ts'

/** Counts the operations that a document has called, with the errors of its answer. */
export function countCalls(called: OperationCalls, errors: readonly Pick<GraphQLError, 'path' | 'extensions'>[]): void {
  const codes = new Map<unknown, ProblemCode>()
  // `graphQLErrorOf` has set each code.
  for (const { path, extensions } of errors) codes.set(path?.[0], extensions.code as ProblemCode)
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

/** Counts a request that was refused, if it has called no operation. */
export function countFailed({ meters, api, calls }: OperationCalls, code: ProblemCode): void {
  if (calls.length === 0) meters.meterOf(api, NO_OPERATION).failed(code)
}
