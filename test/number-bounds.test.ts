import { describe, expect, it } from 'vitest'
import { ownerSchema } from '../src/process/owner-schema.ts'
import { routes } from '../src/process/routes.ts'
import { schema } from '../src/process/schema.ts'
import { eitherOf, meaningOf } from './support/argument-meanings.ts'
import { rest } from './support/call.ts'
import { graphqlOperations, type Operation, restOperations } from './support/operations.ts'
import { saveRows } from './support/saved-rows.ts'
import { forAllTests, openShop } from './support/shop.ts'
import { type Belongings, openTenant } from './support/tenants.ts'

/**
 * Every number that an operation takes, read from the schemas and from the routes, is sent as what no program expects:
 * it is refused with a word of why, or taken. What was taken can be read and changed again.
 */

/** Beside zero: fractions, what floats and whole numbers of the database hold at most, and what is beyond. */
const EXTREMES = [
  ...[0, -1, 0.001, 1e-7, 2_147_483_647, 2_147_483_648, -2_147_483_648],
  ...[2 ** 53 - 1, 2 ** 53 + 2, 9.3e18, 1e308, -1e308],
]

type Headers = (store: Belongings) => Record<string, string>

const interfaces: [name: string, operations: Operation[], headers: Headers][] = [
  ['the storefront schema', graphqlOperations(schema, '/graphql'), shopper],
  ['the REST interface', restOperations(routes), shopper],
  ['the owner’s schema', graphqlOperations(ownerSchema, '/owner/graphql'), owner],
]

function shopper({ customer, accessToken }: Belongings) {
  return { authorization: `Bearer ${customer.token}`, 'x-access-token': accessToken }
}

function owner({ ownerKey }: Belongings) {
  return { authorization: `Bearer ${ownerKey}` }
}

let now = Date.parse('2026-03-01T10:00:00Z')
const shop = await forAllTests(openShop({ clock: () => new Date(now), limitsOff: true }))
const tenant = await openTenant(shop, { name: 'briar', number: 72 }, () => {
  now += 1_000
})
const kept = await saveRows(shop.database)

/** As a caller who means it would, but for one number; `undefined` leaves a place out. */
function send(operation: Operation, headersOf: Headers, place: string, value: number) {
  const left = (eitherOf[operation.name] ?? []).filter((path) => path !== place)
  const { method, url, body, headers } = operation.request(tenant.store.subdomain, (path) => {
    if (path === place) return value
    if (left.includes(path)) return undefined
    const known = operation.places.find((other) => other.path === path)
    if (known?.shape.kind === 'cursor') return undefined
    const meaning = meaningOf(path)
    if (meaning) return 'free' in meaning ? meaning.free : meaning.names({ of: tenant, home: true })
    return known?.required && known.shape.kind === 'value' ? known.shape.example : undefined
  })
  const caller = { headers: { accept: 'application/json', ...headers, ...headersOf(tenant) } }
  return rest(shop, method, url, body, caller)
}

function expectRefusalOrSuccess(value: number, { status, body }: Awaited<ReturnType<typeof rest>>) {
  expect([value, status, status < 500]).toEqual([value, status, true])
  for (const { message, extensions } of body.errors ?? []) {
    expect([value, extensions.code]).not.toEqual([value, 'INTERNAL_SERVER_ERROR'])
    expect([value, message]).toEqual([value, expect.stringMatching(/^.{1,300}$/s)])
  }
  if (status >= 400 && !body.errors) expect(body.error).toMatch(/^.{1,300}$/s)
}

describe.each(interfaces)('%s', (_, operations, headersOf) => {
  // A subscription does not end.
  const ending = operations.filter(({ name }) => name !== 'orderChanges')
  const numbers = ending.flatMap((operation) =>
    operation.places
      .filter(({ shape }) => shape.kind === 'value' && typeof shape.example === 'number')
      .map(({ path }) => ({ operation, path, title: `${operation.name}: ${path}` })),
  )

  it('takes numbers', () => expect(numbers.length).toBeGreaterThan(10))

  it.each(numbers)('$title', async ({ operation, path }) => {
    for (const value of EXTREMES) {
      const answer = await send(operation, headersOf, path, value)
      expectRefusalOrSuccess(value, answer)
      if (answer.status >= 300 || answer.body.errors) continue
      // What was taken does not keep the next from being so.
      if ((await kept.changes()).length === 0) continue
      expectRefusalOrSuccess(value, await send(operation, headersOf, path, 1))
      await kept.restore()
    }
  })
})
