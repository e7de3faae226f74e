import { afterAll, beforeAll, describe, it } from 'vitest'
import { ownerSchema } from '../../src/owner-schema.ts'
import { statusOf } from '../../src/rest/status.ts'
import { schema } from '../../src/schema.ts'
import { type Answer, expectError, FUZZ_TIMEOUT_MS, type FuzzedShop, jsonOf, openFuzzedShop } from './fuzzed-shop.ts'
import { type Endpoint, requestsFor, rootFieldsOf } from './graphql-requests.ts'

let fuzzed: FuzzedShop

beforeAll(async () => {
  fuzzed = await openFuzzedShop()
})
afterAll(() => fuzzed.close())

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

const storefront = (): Endpoint => ({
  urls: [
    { url: `/api/sites/${fuzzed.store.subdomain}/graphql`, headers: {} },
    { url: '/graphql', headers: { 'x-store': fuzzed.store.subdomain } },
  ],
  credential: { authorization: `Bearer ${fuzzed.customerToken}` },
})
const owner = (): Endpoint => ({
  urls: [{ url: `/api/sites/${fuzzed.store.subdomain}/owner/graphql`, headers: {} }],
  credential: { authorization: `Bearer ${fuzzed.ownerKey}` },
})

describe.each([
  ['storefront', schema, storefront],
  ['owner', ownerSchema, owner],
] as const)('no request, however malformed, makes a field fail: %s', (_, schema, endpoint) => {
  it.each(rootFieldsOf(schema).map((root) => [root.field.name, root] as const))(
    '%s',
    async (_, root) => fuzzed.fuzz(requestsFor(root, endpoint(), fuzzed.known), checkAnswer),
    FUZZ_TIMEOUT_MS,
  )
})

it('and the shop goes on selling', () => fuzzed.sells())
