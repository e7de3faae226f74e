import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { type KeyScope, keyScopes } from '../../src/api/admission/key-scopes.ts'
import { defaultPolicies, limitNames } from '../../src/api/admission/rate-limit-policy.ts'
import { scopesOf } from '../../src/api/graphql/schema/operation-plugin.ts'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { ownerSchema } from '../../src/process/owner-schema.ts'
import { ownAddress } from '../support/addresses.ts'
import { meaningOf } from '../support/argument-meanings.ts'
import { graphqlOperations, type Operation } from '../support/operations.ts'
import { postAsOwner } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { openTenant } from '../support/tenants.ts'
import { movesMoney, type Shown, whatFieldsShow, whatTypesShow } from '../support/what-types-show.ts'

type AnyField = GraphQLField<unknown, unknown>
interface Step {
  type: GraphQLObjectType
  field: AnyField
}

const roots = [ownerSchema.getQueryType(), ownerSchema.getMutationType(), ownerSchema.getSubscriptionType()].filter(
  (type) => type != null,
)

/** Every way from a root field to a value, none through a type twice. */
function* pathsFrom(type: GraphQLObjectType, before: Step[]): Generator<Step[]> {
  for (const field of Object.values(type.getFields())) {
    const path = [...before, { type, field }]
    const named = getNamedType(field.type)
    if (isLeafType(named)) yield path
    else if (isObjectType(named) && !before.some((step) => step.type === named)) yield* pathsFrom(named, path)
  }
}

/** Of the value at the end of a path: what its own type shows, or the field says instead or besides. */
const shownBy = ({ type, field }: Step): Shown[] => {
  const own = whatTypesShow[type.name]
  const extra = whatFieldsShow[`${type.name}.${field.name}`]
  return [...(own ? [own] : []), ...(extra ? [extra] : [])]
}

const nameOf = (path: Step[]) => path.map(({ field }) => field.name).join('.')

const paths = roots.flatMap((root) => [...pathsFrom(root, [])])

describe('What a key needs', () => {
  it('is told by hand for every type of the owner’s schema', () => {
    const types = Object.values(ownerSchema.getTypeMap()).filter(
      (type) => isObjectType(type) && !type.name.startsWith('__') && !roots.includes(type),
    )
    expect(types.map(({ name }) => name).sort()).toEqual(Object.keys(whatTypesShow).sort())
    for (const name of Object.keys(whatFieldsShow)) {
      const [type, field] = name.split('.')
      expect(paths.some((path) => path.some((step) => step.type.name === type && step.field.name === field))).toBe(true)
    }
  })

  it('is asked for on every path to what it shows', () => {
    expect(paths.length).toBeGreaterThan(2_000)
    const open = paths.filter((path) => {
      const asked = path.flatMap(({ field }) => scopesOf(field))
      const isAsked = (scope: KeyScope, isSecret: boolean) =>
        asked.some((accepted) => accepted.every((one) => one === scope || (one === 'read' && !isSecret)))
      return path
        .flatMap(shownBy)
        .some(({ scopes, secret }) => !scopes.every((scope) => isAsked(scope, secret ?? false)))
    })
    expect(open.map(nameOf)).toEqual([])
  })

  it.each(movesMoney)('%s needs `money`', (name) => {
    const field = ownerSchema.getMutationType()?.getFields()[name]
    expect(field && scopesOf(field)).toContainEqual(['money'])
  })
})

const plenty = limitNames.map((name) => [name, { ...defaultPolicies[name], points: 100_000 }])
let now = Date.parse('2026-03-01T10:00:00Z')
const shop = await forAllTests(openShop({ clock: () => new Date(now), policies: Object.fromEntries(plenty) }))
const tenant = await openTenant(shop, { name: 'briar', number: 72 }, () => {
  now += 1_000
})
const { subdomain, id: storeId } = tenant.store

const operations = graphqlOperations(ownerSchema, '/owner/graphql').filter(({ name }) => name !== 'orderChanges')

/** With what the store has for each argument. */
async function dataOf({ name, places, request }: Operation, key: string): Promise<Record<string, unknown>> {
  const byPath = new Map(places.map((place) => [place.path, place]))
  const { body } = request(subdomain, (path) => {
    const meaning = meaningOf(path)
    if (meaning) return 'free' in meaning ? meaning.free : meaning.names({ of: tenant, home: true })
    const place = byPath.get(path)
    return place?.shape.kind === 'value' ? place.shape.example : undefined
  })
  const { query, variables } = body as { query: string; variables: object }
  const answer = await postAsOwner(shop, subdomain, key, query, variables)
  return { name, ...(answer.body.data ?? {}) }
}

/** The fields whose values stand in an answer. */
function* shownIn(type: GraphQLObjectType, data: object): Generator<Step> {
  for (const [name, value] of Object.entries(data)) {
    const field = type.getFields()[name]
    if (!field || value === null) continue
    const named = getNamedType(field.type)
    const [isList, entries] = [isListOf(field), [value].flat()]
    if (!isObjectType(named)) yield { type, field }
    else for (const entry of isList ? entries : [value]) if (entry !== null) yield* shownIn(named, entry)
  }
}

const isListOf = ({ type }: AnyField) => isListType(isNonNullType(type) ? type.ofType : type)

const rootOf = (name: string) => roots.find((root) => root.getFields()[name]) as GraphQLObjectType

// First, since the answers below are of operations that delete things.
describe('A key', () => {
  it('of the catalogue does not see who wrote a review', async () => {
    const { key } = await createOwnerKey(shop.services, storeId, 'Reviewer', ['catalogue'])
    const asked = 'id customer { phone email paidOrders }'
    const queries = [
      `{ reviews { nodes { ${asked} } } }`,
      `mutation { approveReview(id: "${tenant.reviewId}") { ${asked} } }`,
    ]
    for (const query of queries) {
      const { body } = await postAsOwner(shop, subdomain, key, query, {})
      expect(body.errors[0]).toMatchObject({
        message: 'This key does not have the scope "customers".',
        extensions: { code: 'FORBIDDEN' },
      })
      expect(JSON.stringify(body.data)).toContain('"customer":null')
      expect(JSON.stringify(body.data)).not.toContain(tenant.customer.phone)
    }
  })

  it('of the settings sees nothing of orders through webhooks', async () => {
    const { key } = await createOwnerKey(shop.services, storeId, 'Settings', ['settings'])
    const ask = async (query: string) => (await postAsOwner(shop, subdomain, key, query, {})).body
    const made = await ask('mutation { createWebhook(input: { url: "https://hooks.example" }) { secret } }')
    expect(made.errors[0].message).toBe('This key does not have the scope "orders".')
    const { webhook } = tenant
    const moved = await ask(
      `mutation { updateWebhook(id: "${webhook.id}", version: ${webhook.version}, input: { url: "https://other.example" }) { id } }`,
    )
    expect(moved.errors[0].message).toBe('This key does not have the scope "orders".')
    const { orderNo } = tenant.orders.pending
    const cancel = `mutation { setOrderStatus(orderNo: "${orderNo}", status: CANCELLED) { status } }`
    expect((await postAsOwner(shop, subdomain, tenant.ownerKey, cancel, {})).body.errors).toBeUndefined()
    const { data } = await ask('{ webhookMessages { nodes { type body } } }')
    const sent = data.webhookMessages.nodes
    expect(sent).toContainEqual({ type: 'order.status_changed', body: null })
    expect(sent.filter(({ type, body }: any) => body !== null && type !== 'ping')).toEqual([])
    const { errors } = await ask('{ changes(subject: { kind: DISCOUNT }) { totalCount } }')
    expect(errors[0].message).toBe('This key does not have the scope "marketing".')
  })
})

describe('An answer', () => {
  it.each(keyScopes)('shows a key with `%s` nothing of another scope', async (scope) => {
    const { key } = await createOwnerKey(shop.services, storeId, scope, [scope])
    const beyond = new Set<string>()
    let seen = 0
    for (const operation of operations) {
      for (const step of shownIn(rootOf(operation.name), await dataOf(operation, key))) {
        seen += 1
        const isSeen = ({ scopes, secret }: Shown) =>
          scopes.every((one) => one === scope || (scope === 'read' && !secret))
        if (!shownBy(step).every(isSeen)) beyond.add(`${operation.name}: ${step.type.name}.${step.field.name}`)
      }
    }
    expect([...beyond]).toEqual([])
    expect(seen > 20).toBe(!['money', 'storefront'].includes(scope))
  })
})

it('keys with orders got money, and no others, when the scope was added', async () => {
  const { readFile } = await import('node:fs/promises')
  const sql = await readFile('prisma/migrations/20261127173000_money_scope_of_owner_keys/migration.sql', 'utf8')
  const update = /UPDATE[^;]*/.exec(sql)?.[0] ?? ''
  const { db } = shop.services
  const made = async (...scopes: KeyScope[]) =>
    (await createOwnerKey(shop.services, storeId, ownAddress(), scopes.length > 0 ? scopes : null)).ownerKey.id
  const [orders, catalogue, all] = [await made('orders', 'read'), await made('catalogue'), await made()]
  await db.prisma.$executeRawUnsafe(update)
  const scopes = async (id: string) =>
    (await db.prisma.ownerKey.findUniqueOrThrow({ where: { storeId_id: { storeId, id } } })).scopes
  expect([await scopes(orders), await scopes(catalogue), await scopes(all)]).toEqual([
    ['orders', 'read', 'money'],
    ['catalogue'],
    [],
  ])
})
