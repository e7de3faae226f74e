import { describe, expect, it } from 'vitest'
import { ownerSchema } from '../src/process/owner-schema.ts'
import { routes } from '../src/process/routes.ts'
import { schema } from '../src/process/schema.ts'
import { eitherOf, meaningOf } from './support/argument-meanings.ts'
import { rest } from './support/call.ts'
import { long as isLong } from './support/chance.ts'
import { graphqlOperations, type Operation, restOperations } from './support/operations.ts'
import { saveRows } from './support/saved-rows.ts'
import { forAllTests, openShop } from './support/shop.ts'
import { type Belongings, openTenant } from './support/tenants.ts'

/**
 * Every text that an operation takes, read from the schemas and from the routes, is sent far too long, and every list
 * with far too many entries: it is refused with a word of why, or does nothing. Nothing of it is ever kept.
 */

type Headers = (store: Belongings) => Record<string, string>

const interfaces: [name: string, operations: Operation[], headers: Headers, length: number][] = [
  // As long as their bodies can be, or in a short run as no text may be by far.
  ['the storefront schema', graphqlOperations(schema, '/graphql'), shopper, 50_000],
  ['the REST interface', restOperations(routes), shopper, 50_000],
  ['the owner’s schema', graphqlOperations(ownerSchema, '/owner/graphql'), owner, isLong ? 2_000_000 : 200_000],
]

function shopper({ customer, accessToken }: Belongings) {
  return { authorization: `Bearer ${customer.token}`, 'x-access-token': accessToken }
}

function owner({ ownerKey }: Belongings) {
  return { authorization: `Bearer ${ownerKey}` }
}

/** A stream that needs nothing is open at once, and what is asked of its events is read only when one comes. */
const opensAtOnce = new Set(['orderChanges'])

let now = Date.parse('2026-03-01T10:00:00Z')
const shop = await forAllTests(openShop({ clock: () => new Date(now), limitsOff: true }))
const store = await openTenant(shop, { name: 'briar', number: 72 }, () => {
  now += 1_000
})
const kept = await saveRows(shop.database)

describe.each(interfaces)('%s', (_, operations, headersOf, length) => {
  const texts = operations
    .filter(({ name }) => !opensAtOnce.has(name))
    .flatMap((operation) =>
      operation.places
        .filter(({ shape }) => shape.kind === 'text' || shape.kind === 'cursor' || shape.kind === 'names')
        .map((place) => ({ operation, place, title: `${operation.name}: ${place.path}` })),
    )

  it.each(texts)('$title', async ({ operation, place }) => {
    const long = 'x'.repeat(length)
    const left = (eitherOf[operation.name] ?? []).filter((path) => path !== place.path)
    const request = operation.request(store.store.subdomain, (path) => {
      if (path === place.path) return place.shape.kind === 'names' ? { [long]: long } : long
      if (left.includes(path)) return undefined
      const known = operation.places.find((other) => other.path === path)
      if (known?.shape.kind === 'cursor') return undefined
      const meaning = meaningOf(path)
      if (meaning) return 'free' in meaning ? meaning.free : meaning.names({ of: store, home: true })
      return known?.required && known.shape.kind === 'value' ? known.shape.example : undefined
    })
    const { method, url, body, headers } = request
    const caller = { headers: { accept: 'application/json', ...headers, ...headersOf(store) } }
    const answer = await rest(shop, method, url.slice(0, 16_000), body, caller)
    const changes = await kept.changes()
    if (changes.length > 0) await kept.restore()

    expect(changes.filter(({ row }) => JSON.stringify(row).includes(long.slice(0, 5_000)))).toEqual([])
    expect(answer.status).toBeLessThan(500)
    const errors: { message: string; extensions: { code: string } }[] = answer.body.errors ?? []
    for (const { message, extensions } of errors) {
      expect(message.length).toBeLessThan(300)
      expect(extensions.code).not.toBe('INTERNAL_SERVER_ERROR')
    }
    if (answer.body.error) expect(answer.body.error.length).toBeLessThan(300)
  })
})
