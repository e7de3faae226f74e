import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPolicies, limitNames } from '../../src/api/admission/rate-limit-policy.ts'
import { ownerSchema } from '../../src/process/owner-schema.ts'
import { routes } from '../../src/process/routes.ts'
import { schema } from '../../src/process/schema.ts'
import { ownAddress } from '../support/addresses.ts'
import { eitherOf, meaningOf } from '../support/argument-meanings.ts'
import { rest } from '../support/call.ts'
import { addressOf, openEvents } from '../support/events.ts'
import { needs, noCluster } from '../support/needs.ts'
import { graphqlOperations, type Operation, restOperations } from '../support/operations.ts'
import { generousHolds, openShop, type Shop } from '../support/shop.ts'
import { type Belongings, openTenant } from '../support/tenants.ts'

const interfaces = [
  ['the storefront schema', graphqlOperations(schema, '/graphql')],
  ['the REST interface', restOperations(routes)],
  ['the owner’s schema', graphqlOperations(ownerSchema, '/owner/graphql')],
] as const

/** For changes of orders, and for keys that have ended. */
const TWO_LOOKS_MS = 2_000

// A statement that Citus refuses, or that goes to several shards, is an error that nobody expected.
describe('on a cluster', needs(noCluster()), () => {
  let shop: Shop
  let tenant: Belongings

  beforeAll(async () => {
    const plenty = limitNames.map((name) => [name, { ...defaultPolicies[name], points: 1_000_000 }])
    shop = await openShop({ policies: Object.fromEntries(plenty), holdLimits: generousHolds })
    tenant = await openTenant(shop, { name: 'briar', number: 72 }, () => {})
  })
  afterAll(() => shop.close())

  /** A call of the store's own, with the optional arguments that `isGiven` picks. */
  async function call(operation: Operation, isOwner: boolean, isGiven: (path: string) => boolean): Promise<void> {
    const side = { of: tenant, home: true }
    const places = new Map(operation.places.map((place) => [place.path, place]))
    const request = operation.request(tenant.store.subdomain, (path) => {
      const place = places.get(path)
      if (!place || (!place.required && !isGiven(path)) || place.shape.kind === 'cursor') return undefined
      const meaning = meaningOf(path)
      if (meaning) return 'free' in meaning ? meaning.free : meaning.names(side)
      return place.shape.kind === 'value' ? place.shape.example : undefined
    })
    const headers = {
      accept: 'application/json',
      ...request.headers,
      authorization: `Bearer ${isOwner ? tenant.ownerKey : tenant.customer.token}`,
      ...(!isOwner && { 'x-access-token': tenant.accessToken }),
    }
    if (operation.name === 'orderChanges') {
      // Ends only with its key or after half an hour.
      const events = await openEvents(`${await addressOf(shop)}${request.url}`, { headers, body: request.body })
      expect(events.status).toBe(200)
      await setTimeout(TWO_LOOKS_MS)
      events.close()
      return
    }
    await rest(shop, request.method, request.url, request.body, { ip: ownAddress(), headers })
  }

  const failures = () =>
    shop.secrets.lines
      .splice(0)
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level >= 50)
      .map(({ err, msg }) => err?.message ?? msg)

  it.each(interfaces)(
    'every operation of %s stays on its shard, whichever arguments it has',
    async (name, operations) => {
      for (const operation of operations) {
        const optional = operation.places.filter(({ required }) => !required).map(({ path }) => path)
        const choices: readonly (string | null)[] = eitherOf[operation.name] ?? [null]
        for (const choice of choices) {
          const isLeft = (path: string) => choices.includes(path) && path !== choice
          const selections = [[], optional, ...optional.map((path) => [path])]
          for (const given of selections) {
            const isGiven = (path: string) => !isLeft(path) && (given.includes(path) || path === choice)
            await call(operation, name === 'the owner’s schema', isGiven)
            expect({ operation: operation.name, given, failures: failures() }).toMatchObject({ failures: [] })
          }
        }
      }
    },
  )
})
