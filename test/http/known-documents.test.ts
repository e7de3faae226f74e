import type { FastifyInstance } from 'fastify'
import type { GraphQLFieldResolver } from 'graphql'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultPolicies, limitNames } from '../../src/gateway/rate-limit-policy.ts'
import { schema } from '../../src/schema.ts'
import { createServer } from '../../src/server.ts'
import { ownAddress } from '../support/addresses.ts'
import { meaningOf } from '../support/argument-meanings.ts'
import { graphqlOperations } from '../support/operations.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { type Belongings, openTenant } from '../support/tenants.ts'

/**
 * Documents that are asked often are executed by plans. A query string in the URL leaves the same request to Yoga, so
 * that both answers can be compared at any time.
 */

let shop: Shop
let app: FastifyInstance
let store: Belongings
/** Who has executed each root field since the test began. */
let executors: ('Yoga' | 'a plan')[]
const originals = new Map<{ resolve?: GraphQLFieldResolver<any, any> | undefined }, GraphQLFieldResolver<any, any>>()

beforeAll(async () => {
  let now = Date.parse('2026-03-01T10:00:00Z')
  const plenty = limitNames.map((name) => [name, { ...defaultPolicies[name], points: 100_000 }])
  const policies = {
    ...Object.fromEntries(plenty),
    cost: { points: 9_000, seconds: 60 },
    read: { points: 20, seconds: 60 },
  }
  shop = await openShop({ clock: () => new Date(now), policies })
  store = await openTenant(shop, { name: 'briar', number: 72 }, () => {
    now += 1_000
  })
  app = await createServer({
    services: shop.services,
    config: { trustProxy: { hops: 1 }, defaultStore: null, graphiql: true, metrics: false, answerCacheMb: 0 },
    isReady: async () => true,
  })
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const original = field.resolve ?? expect.fail()
    originals.set(field, original)
    field.resolve = (source, args, context, info) => {
      executors.push('getAsyncHelpers' in info ? 'Yoga' : 'a plan')
      return original(source, args, context, info)
    }
  }
})
afterAll(async () => {
  for (const [field, resolve] of originals) field.resolve = resolve
  await app.close()
  await shop.close()
})
beforeEach(() => {
  executors = []
})

interface Asked {
  body: unknown
  headers?: Record<string, string>
  ip?: string
}

async function ask({ body, headers = {}, ip = ownAddress() }: Asked, search = '') {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/sites/${store.store.subdomain}/graphql${search}`,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const { date, 'x-request-id': id, ...told } = answer.headers
  expect(id).toBeDefined()
  return { status: answer.statusCode, headers: told, body: answer.body }
}

const askYoga = (asked: Asked) => ask(asked, '?by=yoga')

/** Asks until the document has a plan, if it gets one. */
async function askOften(asked: Asked) {
  for (let times = 0; times < 3; times += 1) await ask(asked)
  executors = []
}

/** Asks both ways, and expects the same answer and the same statements. @returns the answer of the plan */
async function compare(asked: Asked) {
  shop.statements()
  const answer = await ask(asked)
  // Which of several statements at once comes first is up to the database.
  const statements = shop.statements().sort()
  expect(answer).toEqual(await askYoga(asked))
  expect(shop.statements().sort()).toEqual(statements)
  return answer
}

const queries = graphqlOperations(schema, '/graphql').filter(({ name }) => schema.getQueryType()?.getFields()[name])

describe('each query, asked often, is answered as Yoga answers it', () => {
  const nobody = {}
  const customer = () => ({ authorization: `Bearer ${store.customer.token}`, 'x-access-token': store.accessToken })
  const stranger = () => ({ authorization: 'Bearer of-nobody', 'x-access-token': 'nor-this' })

  it.each(queries)('$name', async ({ request, places }) => {
    const shapes = new Map(places.map((place) => [place.path, place]))
    const { body } = request(store.store.subdomain, (path) => {
      const place = shapes.get(path)
      if (!place || place.shape.kind === 'cursor') return undefined
      const meaning = meaningOf(path)
      if (meaning) return 'free' in meaning ? meaning.free : meaning.names({ of: store, home: true })
      return place.shape.kind === 'value' && place.required ? place.shape.example : undefined
    })
    await askOften({ body, headers: customer() })
    expect((await compare({ body, headers: customer() })).status).toBe(200)
    expect(executors).toEqual(['a plan', 'Yoga'])
    await compare({ body, headers: stranger() })
    await compare({ body, headers: nobody })
    await compare({ body: { ...(body as object), variables: {} }, headers: customer() })
  })

  it('there are many', () => {
    expect(queries.length).toBeGreaterThan(9)
  })
})

const PRODUCT =
  'query Tea($id: ID, $first: Int = 2) { product(id: $id) { __typename id name reviews(first: $first) { nodes { id } } } }'
const product = (more: object = {}) => ({ query: PRODUCT, variables: { id: store.product.id }, ...more })

describe('what a request may say', () => {
  beforeAll(async () => {
    executors = []
    await askOften({ body: product() })
  })

  it.each<[string, () => unknown]>([
    ['the operation by its name', () => product({ operationName: 'Tea' })],
    ['no operation by null', () => product({ operationName: null })],
    ['a variable that nobody has declared', () => product({ variables: { id: store.product.id, other: 1 } })],
    ['a variable in place of its default', () => product({ variables: { id: store.product.id, first: 1 } })],
    ['null in place of a default', () => product({ variables: { id: store.product.id, first: null } })],
    ['no variables', () => product({ variables: null })],
    ['an id of nothing', () => product({ variables: { id: 'nothing' } })],
    ['a number as an id', () => product({ variables: { id: 7 } })],
  ])('is said to a plan: %s', async (_, body) => {
    await compare({ body: body() })
    expect(executors).toEqual(['a plan', 'Yoga'])
  })

  it.each<[string, () => unknown]>([
    ['an unknown operation', () => product({ operationName: 'Coffee' })],
    ['an operation without a name', () => product({ operationName: '' })],
    ['a name that is none', () => product({ operationName: 7 })],
    ['a variable of another type', () => product({ variables: { first: 'many' } })],
    ['an object as an id', () => product({ variables: { id: {} } })],
    ['a list as variables', () => product({ variables: [] })],
    ['a text as variables', () => product({ variables: '{}' })],
    ['extensions', () => product({ extensions: { persistedQuery: { version: 1 } } })],
    ['an unknown parameter', () => product({ id: 'x' })],
    ['a batch', () => [product(), product()]],
    ['a query that is none', () => ({ query: 7 })],
    ['no query', () => ({ variables: {} })],
    ['null', () => null],
    ['a text', () => '"{ store { name } }"'],
    ['a prototype', () => '{"query":"{ store { name } }","__proto__":{"query":"x"}}'],
    ['an unknown field', () => ({ query: '{ store { nothing } }' })],
    ['a missing variable', () => ({ query: 'query ($id: ID!) { product(id: $id) { id } }' })],
  ])('is said to Yoga: %s', async (_, body) => {
    for (let times = 0; times < 3; times += 1) await compare({ body: body() })
    expect(executors).not.toContain('a plan')
  })

  it.each([
    'application/json',
    'application/graphql-response+json',
    'application/graphql-response+json, application/json;q=0.9',
    'application/json, text/plain, */*',
    '*/*',
    'text/event-stream, application/json',
    'text/event-stream',
    'multipart/mixed, application/json',
    'image/png',
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
  ])('Accept: %s', async (accept) => {
    for (let times = 0; times < 3; times += 1) await compare({ body: product(), headers: { accept } })
    await compare({ body: product({ variables: { id: {} } }), headers: { accept } })
  })

  it('that a media type is spelled otherwise', async () => {
    await compare({ body: product(), headers: { 'content-type': 'APPLICATION/JSON; charset=UTF-8' } })
    expect(executors).toEqual(['a plan', 'Yoga'])
  })
})

it('gets its plan at the third time, and is counted alike', async () => {
  const { operations } = shop.services.metrics
  const counted = async () => {
    const { values } = (await operations.exposed[0]?.get()) ?? expect.fail()
    return values.filter(({ labels }) => ['store', 'me'].includes(String(labels.operation)))
  }
  const body = { query: '{ theirs: store { currency } me { id } }' }
  const counts: Awaited<ReturnType<typeof counted>>[] = []
  for (let times = 0; times < 4; times += 1) {
    await ask({ body })
    counts.push(await counted())
  }
  expect(executors.filter((_, at) => at % 2 === 0)).toEqual(['Yoga', 'Yoga', 'a plan', 'a plan'])
  const grown = counts.map((values, at) => values.map(({ value }, of) => value - (counts[at - 1]?.[of]?.value ?? 0)))
  expect(grown[1]).toContain(1)
  expect(grown[3]).toEqual(grown[1])
})

describe('what is unusual stays with Yoga', () => {
  it.each([
    ['a field that may be left out', '{ store { name @skip(if: false) } }'],
    ['questions about the schema', '{ __type(name: "Store") { name } }'],
    ['one of two operations', 'query A { store { name } } query B { store { id: name } }'],
    ['a mutation', 'mutation { unlock(password: "wrong") { __typename } }'],
    ['a subscription', 'subscription { followOrder(orderNo: "x") { __typename } }'],
  ])('%s', async (_, query) => {
    for (let times = 0; times < 4; times += 1)
      await compare({ body: { query, operationName: query.includes(' A ') ? 'A' : null } })
    expect(executors).not.toContain('a plan')
  })
})

describe('limits', () => {
  /** Both ways from an address of its own, so often that the last ones are refused. */
  async function compareInTurn(times: number, body: unknown) {
    const [plan, yoga] = [ownAddress(), ownAddress()]
    const answers = []
    for (let at = 0; at < times; at += 1) {
      const answer = await ask({ body, ip: plan })
      expect(answer).toEqual(await askYoga({ body, ip: yoga }))
      answers.push(answer)
    }
    return answers
  }

  it('of calls, each alias counted by itself', async () => {
    const body = { query: '{ a: store { name } b: store { name } c: products(first: 1) { nodes { id } } }' }
    await askOften({ body })
    const answers = await compareInTurn(8, body)
    expect(executors).toContain('a plan')
    expect(answers[0]?.headers.ratelimit).toMatch(/r=17/)
    expect(answers.at(-1)?.body).toContain('RATE_LIMITED')
  })

  it('of what a document may cost, and of what many cost together', async () => {
    const query = `query ($n: Int!, $m: Int!) {
      products(first: $n) { nodes { id reviews(first: $m) { nodes { id rating } } } } }`
    await askOften({ body: { query, variables: { n: 1, m: 1 } } })
    const answers = await compareInTurn(4, { query, variables: { n: 50, m: 50 } })
    expect(executors).toContain('a plan')
    expect(answers.at(-1)?.body).toContain('Too many costly queries')
    const tooMuch = await compare({ body: { query, variables: { n: 100, m: 100 } } })
    expect(tooMuch.body).toContain('This query costs')
  })

  it('of requests that call nothing', async () => {
    const body = { query: '{ __typename }' }
    await askOften({ body })
    const answers = await compareInTurn(22, body)
    expect(answers.at(-1)?.status).toBe(429)
  })
})

describe('failures of ours', () => {
  it('are masked, and leave the rest of the answer', async () => {
    const body = { query: '{ store { name } products { nodes { name variants { id } } } me { id } }' }
    await askOften({ body })
    await shop.services.prisma.$executeRawUnsafe('ALTER TABLE variants RENAME TO variants_away')
    const answer = await compare({ body })
    expect(executors).toEqual(['a plan', 'a plan', 'a plan', 'Yoga', 'Yoga', 'Yoga'])
    await shop.services.prisma.$executeRawUnsafe('ALTER TABLE variants_away RENAME TO variants')
    expect(JSON.parse(answer.body)).toMatchObject({
      data: { store: { name: store.store.name }, products: null, me: null },
      errors: [{ path: ['me'] }, { message: 'Failed to load products', locations: [{ line: 1 }] }],
    })
  })
})
