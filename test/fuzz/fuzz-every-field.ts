import type { GraphQLSchema } from 'graphql'
import { afterAll, beforeAll, it } from 'vitest'
import { statusOf } from '../../src/api/http/status.ts'
import { type Answer, FUZZ_TIMEOUT_MS, type FuzzedShop, jsonOf, openFuzzedShop } from './fuzzed-shop.ts'
import { documentAlone, type Endpoint, requestsFor, rootFieldsOf } from './graphql-requests.ts'
import type { Request } from './requests.ts'

const ours = new Set(Object.keys(statusOf).filter((code) => code !== 'INTERNAL_SERVER_ERROR'))

function checkAnswer(answer: Answer, { method }: Request): void {
  if (answer.statusCode === 405 && (method !== 'GET' || answer.headers.allow !== 'POST')) {
    throw new Error(`A ${method} is not allowed, but ${answer.headers.allow} is: ${answer.payload}`)
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
    async (_, root) => {
      const endpoint = endpointOf(fuzzed)
      await fuzzed.fuzz(requestsFor(root, endpoint, fuzzed.known), checkAnswer, documentAlone(root, endpoint))
    },
    FUZZ_TIMEOUT_MS,
  )

  it('and the shop goes on selling', () => fuzzed.sells())
}
