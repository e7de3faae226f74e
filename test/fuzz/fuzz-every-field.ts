import type { GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, it } from 'vitest'
import { statusOf } from '../../src/rest/status.ts'
import { type Answer, expectError, FUZZ_TIMEOUT_MS, type FuzzedShop, jsonOf, openFuzzedShop } from './fuzzed-shop.ts'
import { type Endpoint, requestsFor, rootFieldsOf } from './graphql-requests.ts'

const ours = new Set(Object.keys(statusOf).filter((code) => code !== 'INTERNAL_SERVER_ERROR'))

function checkAnswer(answer: Answer): void {
  // What Fastify refuses before it knows that the path is GraphQL's.
  if (answer.statusCode === 404 || answer.statusCode === 405) {
    expectError(answer)
    return
  }
  const { data, errors } = jsonOf(answer)
  if (errors === undefined && typeof data === 'object' && data !== null) return
  if (!Array.isArray(errors) || errors.length === 0) throw new Error(`No data and no errors: ${answer.payload}`)
  for (const { message, extensions } of errors) {
    if (typeof message !== 'string' || !ours.has(extensions?.code)) throw new Error(`An odd error: ${answer.payload}`)
  }
}

/** Declares the tests of a file: every root field of the schema meets requests that are wrong. */
export function fuzzEveryField(schema: GraphQLSchema, endpointOf: (fuzzed: FuzzedShop) => Endpoint): void {
  let fuzzed: FuzzedShop

  beforeAll(async () => {
    fuzzed = await openFuzzedShop()
  })
  afterAll(() => fuzzed.close())

  it.each(rootFieldsOf(schema).map((root) => [root.field.name, root] as const))(
    'no request, however malformed, makes %s fail',
    async (_, root) => fuzzed.fuzz(requestsFor(root, endpointOf(fuzzed), fuzzed.known), checkAnswer),
    FUZZ_TIMEOUT_MS,
  )

  it('and the shop goes on selling', () => fuzzed.sells())
}
