import { afterAll, describe, expect, it } from 'vitest'
import { defaultPolicies } from '../../src/api/admission/rate-limit-policy.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { ownAddress } from '../support/addresses.ts'
import { buyer, dataOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { rootFields } from '../support/operations.ts'
import {
  answersTo,
  answerTo,
  openNeighbour,
  type PublicRequest,
  passTime,
  publicDocuments,
  publicRequests,
} from '../support/public-requests.ts'
import { openShop } from '../support/shop.ts'

/** Who gets a response that is cached, and who never does. */

const ID = '01980f5e-7c44-7a90-b1d7-5e8f3c2a6b05'
const NAMED = { id: ID, slug: 'tea', category: 'Teas' }
const PASSWORD = 'a-page-password'

const shop = await openShop({ policies: { read: { ...defaultPolicies.read, points: 5 } } })
const bare = await openNeighbour(shop, { answerCacheMb: 0 })
const twins = [await addTwin('briar'), await addTwin('zephyr')]
afterAll(async () => {
  await bare.app.close()
  await shop.close()
})

/** A store whose product and review have the same ids and the same slug as every other twin’s. */
async function addTwin(name: string): Promise<Store> {
  const store = await shop.addStore({
    store: {
      subdomain: `${name}-twin`,
      businessName: `House of ${name}`,
      access: { password: PASSWORD },
      payments: { provider: 'sandbox' },
    },
    customers: [{ name: `Asha of ${name}`, phone: '9876543210', password: 'secret1' }],
    pages: [{ slug: 'terms', title: `Terms of ${name}`, markdown: `What holds at ${name}.`, published: true }],
  })
  const {
    db: { prisma },
  } = shop.services
  const now = new Date()
  await prisma.product.create({
    data: {
      ...{ storeId: store.id, id: ID, slug: NAMED.slug, category: NAMED.category, categoryKey: 'teas' },
      ...{ name: `Tea of ${name}`, description: 'Malty. '.repeat(200), price: 100n, stock: 1, updatedAt: now },
    },
  })
  await prisma.review.create({
    data: {
      ...{ storeId: store.id, id: ID, productId: ID, reviewerName: `Ravi of ${name}`, rating: 5, title: '' },
      ...{ body: `Best of ${name}.`, status: 'APPROVED', createdAt: now },
    },
  })
  return store
}

const twin = (index: 0 | 1) => twins[index] ?? expect.fail()
const twinRequests = ({ subdomain }: Store) => publicRequests(subdomain, NAMED)

function ask({ method, url, payload }: PublicRequest, headers: Record<string, string> = {}) {
  const from = { 'x-forwarded-for': ownAddress(), ...headers }
  return shop.app.inject({ method, url, headers: from, ...(payload && { payload }) })
}

const get = (query: string, { subdomain } = twin(0)): PublicRequest => ({
  method: 'GET',
  url: `/api/sites/${subdomain}/graphql?query=${encodeURIComponent(query)}`,
})
const post = (query: string, { subdomain } = twin(0)): PublicRequest => ({
  method: 'POST',
  url: `/api/sites/${subdomain}/graphql`,
  payload: { query },
})

describe('twin stores', () => {
  it('whatever is asked of both at once and again, each gives its own', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const both = twins.map((store) => Object.entries(twinRequests(store)))
      const asked = (both[0] ?? []).flatMap((_, at) => both.map((requests) => requests[at] ?? expect.fail()))
      const answers = await Promise.all(asked.map(([, request]) => answerTo(shop.app, request)))
      for (const [at, { status, body }] of answers.entries()) {
        const [name] = asked[at] ?? []
        const others = at % 2 === 0 ? 'zephyr' : 'briar'
        expect({ name, status, others: body.includes(others) }).toEqual({ name, status: 200, others: false })
      }
    }
    for (const store of twins) {
      expect(await answersTo(shop.app, twinRequests(store))).toEqual(await answersTo(bare.app, twinRequests(store)))
    }
  })

  it('at one address with X-Store, too', async () => {
    for (const query of Object.values(publicDocuments(NAMED))) {
      for (let turn = 0; turn < 2; turn += 1) {
        for (const store of twins) {
          const request: PublicRequest = { method: 'POST', url: '/graphql', payload: { query } }
          const answer = await ask(request, { 'x-store': store.subdomain })
          const truth = await answerTo(bare.app, post(query, store))
          expect({ status: answer.statusCode, body: answer.body }).toEqual(truth)
          expect(answer.headers.vary).toBe('Accept-Encoding, Accept, X-Store')
        }
      }
    }
  })
})

const PRODUCTS = 'products { nodes { id } }'

describe('what is for one visitor', () => {
  const personal = rootFields.filter(({ kind, rule }) => kind === 'query' && !rule.isPublic)

  it('there is something of the kind', () => expect(personal.map(({ field }) => field)).toContain('me'))

  it.each(personal.map((field) => [field.field, field] as const))('is never cached: %s', async (_, field) => {
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await ask(get(`{ ${PRODUCTS} ${field.selection()} }`))
      expect(answer.headers).not.toHaveProperty('etag')
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  it('is each customer’s own, beside what all get alike', async () => {
    const query = `{ ${PRODUCTS} me { name } }`
    const client = clientOf(shop, twin(0).subdomain, 'REST')
    const asha = await dataOf(client.logIn({ phone: '9876543210', password: 'secret1' }))
    const meera = await dataOf(client.signUp({ name: 'Meera', phone: '9876543211', password: 'secret1' }))
    const names = [asha, meera, { token: 'of-nobody' }].map(async ({ token }) => {
      const { data } = (await ask(post(query), { authorization: `Bearer ${token}` })).json()
      return data.me?.name ?? null
    })
    expect(await Promise.all([...names, ask(post(query)).then((answer) => answer.json().data.me)])).toEqual([
      ...['Asha of briar', 'Meera'],
      ...[null, null],
    ])
  })

  it('is whether a protected store is open to whoever asks', async () => {
    const query = '{ store { name protected unlocked } }'
    const { access_token: token } = await dataOf(clientOf(shop, twin(0).subdomain, 'REST').unlock(PASSWORD))
    for (const headers of [{}, { 'x-access-token': token }, { 'x-access-token': 'wrong' }, {}]) {
      const answer = await ask(get(query), headers)
      const unlocked = 'x-access-token' in headers && headers['x-access-token'] === token
      expect(answer.json().data.store).toEqual({ name: 'House of briar', protected: true, unlocked })
      expect(answer.headers).not.toHaveProperty('etag')
    }
  })

  it('a mutation is made each time, however it is written', async () => {
    const review = String.raw`mutation { submitReview(productId: \"${ID}\", input: { rating: 4, body: \"Fine tea.\" }) { id } }`
    const ids = new Set<string>()
    for (const text of [review, review, review.replace('mutation', String.raw`\u006dutation`)]) {
      const { url } = post('')
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': ownAddress() }
      const answer = await shop.app.inject({ method: 'POST', url, headers, payload: `{"query":"${text}"}` })
      ids.add(answer.json().data.submitReview.id)
    }
    expect(ids.size).toBe(3)
  })
})

describe('GraphQL', () => {
  it('by GET has a tag, which is known again; by POST nothing may keep it', async () => {
    const first = await ask(get(`{ ${PRODUCTS} }`))
    expect(first.headers).toMatchObject({ 'cache-control': 'public, max-age=1', etag: expect.any(String) })
    const again = await ask(get(`{ ${PRODUCTS} }`), { 'if-none-match': String(first.headers.etag) })
    expect(again).toMatchObject({ statusCode: 304, body: '' })
    const posted = await ask(post(`{ ${PRODUCTS} }`), { 'if-none-match': '*' })
    expect(posted).toMatchObject({ statusCode: 200, body: first.body })
    expect(posted.headers['cache-control']).toBe('no-store')
    expect(posted.headers).not.toHaveProperty('etag')
  })

  it('each media type that is accepted has its own answer', async () => {
    for (const type of ['application/json', 'application/graphql-response+json', 'application/json']) {
      const answer = await ask(get(`{ ${PRODUCTS} }`), { accept: type })
      expect(String(answer.headers['content-type'])).toContain(type)
    }
  })

  it('an answer with errors is never cached', async () => {
    for (const wrong of ['products(first: 1000) { nodes { id } }', 'product { id }', 'nothing']) {
      for (let turn = 0; turn < 2; turn += 1) {
        const answer = await ask(get(`{ store { name } ${wrong} }`))
        expect(answer.json().errors).toHaveLength(1)
        expect(answer.headers).not.toHaveProperty('etag')
      }
    }
  })

  it('counts what is cached as what is executed, root field by root field', async () => {
    const query = `{ a: ${PRODUCTS} b: ${PRODUCTS} c: ${PRODUCTS} }`
    const left = async (from: string) => {
      const { headers, body } = await ask(post(query), { 'x-forwarded-for': from })
      const { data, errors } = JSON.parse(body)
      const answered = Object.values(data).filter((field) => field !== null).length
      return [/r=(\d+)/.exec(String(headers.ratelimit))?.[1], answered, errors?.[0].extensions.code]
    }
    const [first, second] = [ownAddress(), ownAddress()]
    expect(await left(first)).toEqual(['2', 3, undefined])
    expect(await left(second)).toEqual(['2', 3, undefined])
    // Two of five are left: as many fields are answered as without a cached one.
    for (const from of [first, second]) expect(await left(from)).toEqual(['0', 2, 'RATE_LIMITED'])
  })
})

describe('a thousand requests at once, with nothing cached', () => {
  const stampede = (request: PublicRequest, count = 1_000) =>
    Promise.all(Array.from({ length: count }, () => ask(request)))
  const kinds = ['REST: products', 'GraphQL: products with reviews']

  it.each(kinds)('%s is fetched once', async (kind) => {
    const store = await addTwin(`crowded-${kinds.indexOf(kind)}`)
    const request = twinRequests(store)[kind] ?? expect.fail()
    shop.statements()
    await answerTo(bare.app, request)
    const once = shop.statements()
    // Callers share one answer for a second.
    const time = passTime({ isStill: true })
    const answers = await stampede(request).finally(time.restore)
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
    expect(shop.statements()).toEqual(once)
  })

  it.each(kinds)('%s fails for all when it cannot be fetched, and is there as soon as it can', async (kind) => {
    const store = await addTwin(`broken-${kinds.indexOf(kind)}`)
    const request = twinRequests(store)[kind] ?? expect.fail()
    await shop.database.prisma.$executeRawUnsafe('ALTER TABLE products RENAME TO away')
    const answers = await stampede(request, 100).finally(() =>
      shop.database.prisma.$executeRawUnsafe('ALTER TABLE away RENAME TO products'),
    )
    for (const answer of answers) expect(answer.body).toContain('Failed to load products')
    expect(await answerTo(shop.app, request)).toMatchObject({ status: 200 })
  })
})

it('the last piece is shown as sold a second after the order at the latest, without a change by the owner', async () => {
  const time = passTime()
  try {
    const request = post('{ products { nodes { available } } }', twin(1))
    const available = async () => JSON.parse((await answerTo(shop.app, request)).body).data.products.nodes[0].available
    expect(await available()).toBe(true)
    await dataOf(clientOf(shop, twin(1).subdomain, 'REST').checkout({ buyer, items: [{ id: ID, qty: 1 }] }))
    await time.pass(1_001)
    expect(await available()).toBe(false)
  } finally {
    time.restore()
  }
})
