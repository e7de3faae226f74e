import { serverAudits } from 'graphql-http'
import { describe, expect, it } from 'vitest'
import { graphql } from '../support/call.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const json = { 'content-type': 'application/json' }

const shop = await forAllTests(openShop({ policies: { read: { points: 10_000, seconds: 60 } } }))
const { subdomain } = await shop.addStore()
const base = `/api/sites/${subdomain}`
const url = `${await shop.app.listen({ port: 0, host: '127.0.0.1' })}${base}/graphql`

describe('the official audits of GraphQL over HTTP', () => {
  // The address is not known before the tests run; the audits only look at it then.
  const audits = serverAudits({ url: () => url })

  it.each(audits.map(({ id, name }) => ({ id, name })))('$id $name', async ({ id }) => {
    const audit = audits.find((candidate) => candidate.id === id)
    const result = await audit?.fn()
    expect(result && 'reason' in result ? result.reason : result?.status).toBe('ok')
  })
})

describe('GraphQL over HTTP', () => {
  const post = (payload: string, headers: Record<string, string> = json) =>
    shop.app.inject({ method: 'POST', url: `${base}/graphql`, headers, payload })

  it('answers the store of the path', async () => {
    const { body } = await graphql(shop, base.split('/')[3] ?? '', '{ store { name currency protected } }')
    expect(body).toEqual({ data: { store: { name: 'Tea House', currency: 'INR', protected: false } } })
  })

  it('answers the store of X-Store at /graphql', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { ...json, 'x-store': base.split('/')[3] ?? '' },
      payload: '{"query":"{store{subdomain}}"}',
    })
    expect(answer.json()).toEqual({ data: { store: { subdomain: base.split('/')[3] } } })
  })

  it('says that there is no store without one', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: json,
      payload: '{"query":"{store{name}}"}',
    })
    expect(answer.json()).toMatchObject({
      data: { store: null },
      errors: [{ message: 'Site not found', extensions: { code: 'STORE_NOT_FOUND' } }],
    })
  })

  it('gives the good part of an answer beside the error of another', async () => {
    const answer = await post('{"query":"{ store { name } me { id } }"}')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      data: { store: { name: 'Tea House' }, me: null },
      errors: [{ path: ['me'], extensions: { code: 'UNAUTHENTICATED' } }],
    })
  })

  it('reads a query from GET', async () => {
    const answer = await shop.app.inject(`${base}/graphql?query=${encodeURIComponent('{store{name}}')}`)
    expect(answer.json()).toEqual({ data: { store: { name: 'Tea House' } } })
  })

  it.each([
    ['variables', 'x'],
    ['variables', '[]'],
    ['extensions', '{"a":'],
  ])('refuses a GET whose %s are %s', async (name, text) => {
    const query = new URLSearchParams({ query: '{store{name}}', [name]: text })
    const answer = await shop.app.inject(`${base}/graphql?${query}`)
    expect(answer.statusCode).toBe(400)
    const message = `${name} must be a JSON object`
    expect(answer.json()).toEqual({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] })
  })

  it.each([1, '"x"', null])('refuses what a library takes for a promise, with %s as its "then"', async (then) => {
    const errors = [
      { message: 'Unexpected parameter "then" in the request body.', extensions: { code: 'BAD_USER_INPUT' } },
    ]
    for (const body of [`{"then":${then}}`, `{"query":"{store{name}}","then":${then}}`]) {
      const answer = await post(body)
      expect([answer.statusCode, answer.json()]).toEqual([400, { errors }])
    }
    const answer = await shop.app.inject(`${base}/graphql?query=${encodeURIComponent('{store{name}}')}&then=${then}`)
    expect([answer.statusCode, answer.json()]).toEqual([400, { errors }])
  })

  it.each([
    ['broken JSON', '{"query":', json, 400, 'Invalid JSON'],
    ['another media type', 'query', { 'content-type': 'text/plain' }, 415, 'Unsupported media type'],
    [
      'a document of more than 64 KiB',
      JSON.stringify({ query: `{store{name}}#${'x'.repeat(65_536)}` }),
      json,
      413,
      'Body too large',
    ],
  ] as const)('refuses %s', async (_, payload, headers, status, message) => {
    const answer = await post(payload, headers)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] })
  })

  it.each([
    ['a syntax error', '{"query":"{"}'],
    ['an unknown field', '{"query":"{nothing}"}'],
    ['a missing variable', '{"query":"query($id:ID!){product(id:$id){id}}"}'],
    [
      'a variable of another type',
      '{"query":"query($first:Int){products(first:$first){nodes{id}}}","variables":{"first":"x"}}',
    ],
    ['no query', '{}'],
    ['a batch', '[{"query":"{store{name}}"}]'],
  ])('answers %s as bad input, never as a failure of ours', async (_, payload) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.json().errors[0].extensions.code).toBe('BAD_USER_INPUT')
  })

  it.each(['image/png', 'text/html'])('says in words what it cannot answer as %s', async (accept) => {
    const answer = await post('{"query":"{store{name}}"}', { ...json, accept })
    expect(answer.statusCode).toBe(406)
    expect(answer.json().errors[0].message).toBe(
      'Accept must allow application/json or application/graphql-response+json',
    )
  })

  it('reads a body whose content type is in upper case', async () => {
    const answer = await post('{"query":"{store{currency}}"}', { 'content-type': 'APPLICATION/JSON; charset=UTF-8' })
    expect(answer.json()).toEqual({ data: { store: { currency: 'INR' } } })
  })

  it('says in words that a mutation is not sent by GET', async () => {
    const answer = await shop.app.inject(
      `${base}/graphql?query=${encodeURIComponent('mutation{unlock(password:"x"){__typename}}')}`,
    )
    expect(answer.statusCode).toBe(405)
    expect(answer.json().errors[0].extensions.code).toBe('BAD_USER_INPUT')
  })

  it('masks what is a bug of ours', async () => {
    const broken = await openShop()
    const { subdomain } = await broken.addStore({ products: [{ slug: 'a', name: 'A', price: 1 }] })
    await broken.services.db.prisma.$executeRawUnsafe('ALTER TABLE variants RENAME TO variants_away')
    const { body } = await graphql(broken, subdomain, '{ products { nodes { variants { id } } } }')
    expect(body.errors[0]).toMatchObject({
      message: 'Failed to load products',
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    })
    expect(JSON.stringify(body)).not.toContain('variants_away')
    await broken.close()
  })
})
