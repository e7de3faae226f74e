import { describe, expect, it } from 'vitest'
import { schema } from '../../src/process/schema.ts'
import { graphql } from '../support/call.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const subdomain = (await shop.addStore({ products: [{ slug: 'a', name: 'A', price: 1 }] })).subdomain

/** Root fields that have run since the last question. */
let resolved = 0

for (const type of [schema.getQueryType(), schema.getMutationType()]) {
  for (const field of Object.values(type?.getFields() ?? {})) {
    const { resolve } = field
    field.resolve = (...given) => {
      resolved += 1
      return resolve?.(...given)
    }
  }
}

const ask = async (query: string, variables: object = {}) => {
  await shop.services.stores.find(subdomain)
  shop.statements()
  resolved = 0
  const { body, status } = await graphql(shop, subdomain, query, variables)
  return { errors: body.errors, data: body.data, status, statements: shop.statements().length }
}

describe('a document that costs too much is refused before any resolver runs', () => {
  it.each([
    ['1,000 aliases', `{ ${Array.from({ length: 1000 }, (_, at) => `a${at}: store { name }`).join(' ')} }`],
    ['a depth of 10,000', `${'{ product '.repeat(5_000)}${'}'.repeat(5_000)}`],
    [
      'a depth of 13',
      '{ products { edges { node { reviews { edges { node { id } } } } } } } '.replace(
        'id',
        `${'x { '.repeat(8)}id${' }'.repeat(8)}`,
      ),
    ],
    ['circular fragments', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
    ['a fragment that holds itself', '{ products { nodes { ...A } } } fragment A on Product { variants { id } ...A }'],
    [
      '__schema 4 times',
      `{ ${Array.from({ length: 4 }, (_, at) => `a${at}: __schema { types { name } }`).join(' ')} }`,
    ],
    [
      '__type within a fragment, 4 times',
      `{ ...T } fragment T on Query { ${Array.from({ length: 4 }, (_, at) => `a${at}: __type(name: "Product") { name }`).join(' ')} }`,
    ],
    ['10,000 directives', `{ store { name ${'@skip(if: false) '.repeat(10_000)} } }`],
    ['one field 21 times beyond the first', `{ store { ${'name '.repeat(22)} } }`],
    ['root fields over and over, each with fields of its own', `{ ${'store { name } '.repeat(400)} }`],
    ['the same field in inline fragments', `{ ${'... { store { name } } '.repeat(200)} }`],
    ['the same fragment over and over', `{ ${'...A '.repeat(400)} } fragment A on Query { store { name } }`],
    ['400 operations', Array.from({ length: 400 }, (_, at) => `query Q${at} { store { name } }`).join(' ')],
    [
      '300 fragments that nobody uses',
      `{ store { name } } ${Array.from({ length: 300 }, (_, at) => `fragment F${at} on Store { name }`).join(' ')}`,
    ],
    ['a list that is nested 1,900 times', `{ store(a: ${'['.repeat(1_900)}${']'.repeat(1_900)}) { name } }`],
    ['51 directives', `{ store { name ${'@include(if: true) '.repeat(51)} } }`],
    ['products × reviews, 100 of each', '{ products { nodes { reviews { nodes { id title body rating } } } } }'],
    ['the same by edges', '{ products { edges { node { reviews { edges { node { id title body rating } } } } } } }'],
    [
      'the same in a fragment',
      '{ products { ...P } } fragment P on ProductConnection { nodes { reviews { nodes { id title body rating } } } }',
    ],
    [
      'the same in 40 aliases of a tenth',
      `{ ${Array.from({ length: 40 }, (_, at) => `a${at}: products(first: 10) { nodes { reviews { nodes { id } } } }`).join(' ')} }`,
    ],
    [
      'a negative page to hide a large one',
      '{ a: products(first: -100000) { nodes { id } } b: products { nodes { reviews { nodes { id title body } } } } }',
    ],
  ])('%s', async (_, query) => {
    const { errors, data, statements } = await ask(query)
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT')
    expect(data ?? null).toBeNull()
    expect(statements).toBe(0)
    expect(resolved).toBe(0)
  })

  it.each([
    ['query', '{ store { tax { then: rate } } }'],
    ['query', '{ then: __typename }'],
    ['fragment', '{ store { ...S } } fragment S on Store { then: name }'],
    [
      'mutation',
      'mutation { submitLead(input: { name: "A", email: "a@example.com", message: "?" }) { then: message } }',
    ],
  ])('an alias of a %s that makes an answer look like a promise: %s', async (_, query) => {
    const { errors, data, statements } = await ask(query)
    const message = 'A field cannot have the alias "then". Give it another.'
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }])
    expect({ data: data ?? null, statements, resolved }).toEqual({ data: null, statements: 0, resolved: 0 })
  })

  it('a variable that is no key of an object', async () => {
    const query = 'query ($__proto__: String) { product(idOrSlug: $__proto__) { name } }'
    const { errors, statements } = await ask(query, JSON.parse('{"__proto__":"a"}'))
    const message = 'A variable cannot be called "__proto__".'
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }])
    expect(statements).toBe(0)
  })

  it.each([
    ['a document of 1 MB', { query: `{ store { name } } # ${'x'.repeat(1_000_000)}` }],
    ['variables of 1 MB', { query: '{ store { name } }', variables: { x: 'x'.repeat(1_000_000) } }],
    ['100,000 variables', { query: '{ store { name } }', variables: Array(100_000).fill(0) }],
  ])('%s', async (_, body) => {
    await shop.services.stores.find(subdomain)
    shop.statements()
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api/sites/${subdomain}/graphql`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toEqual({ errors: [{ message: 'Body too large', extensions: { code: 'BAD_USER_INPUT' } }] })
    expect(shop.statements()).toEqual([])
  })

  it('whichever operation of the document is asked for', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api/sites/${subdomain}/graphql`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({
        query:
          'query Cheap { store { name } } query Dear { products { nodes { reviews { nodes { id title body } } } } }',
        operationName: 'Dear',
      }),
    })
    expect(answer.json().errors[0].message).toMatch(/^This query costs \d+, and at most 20000 is allowed/)
  })

  it.each([
    ['quote(input: { items: [{ id: $given, qty: 1 }] }) { currency }', 'ID'],
    ['suggest(q: $given) { text }', 'String'],
  ])(
    'also beside %s, whose argument refuses the null that a variable of %s with a default allows',
    async (field, type) => {
      const queryWith = (others: string) => `query ($given: ${type} = "x") { ${field} ${others} }`
      const [query, dear] = [queryWith(''), queryWith('products { nodes { reviews { nodes { id title body } } } }')]
      // Also once the cheap one has a plan.
      for (const given of ['tea', 'tea', 'tea', null, 'tea', null]) {
        const { errors = [] } = await ask(query, { given })
        expect(errors.some(({ message }: Error) => message.startsWith('Argument '))).toBe(given === null)
        const refused = await ask(dear, { given })
        expect({ ...refused, resolved }).toMatchObject({ data: undefined, statements: 0, resolved: 0 })
        expect(refused.errors).toMatchObject([
          {
            message: expect.stringMatching(
              given === null ? /^Argument "/ : /^This query costs \d+, and at most 20000 /,
            ),
            extensions: { code: 'BAD_USER_INPUT' },
          },
        ])
      }
    },
  )

  it('by what its variables are each time, though the document is known', async () => {
    const query =
      'query ($first: Int) { products(first: 100) { nodes { reviews(first: $first) { nodes { id title body } } } } }'
    for (const [first, isAllowed] of [
      [5, true],
      [100, false],
      [5, true],
      [null, false],
    ] as const) {
      const { errors } = await ask(query, { first })
      expect(errors === undefined).toBe(isAllowed)
    }
  })
})

it('the useful query for 100 products with variants and their newest 5 reviews passes', async () => {
  const { errors } =
    await ask(`{ products { nodes { id name slug description price salePrice currency images category available
    variants { id options { name value } price salePrice available } reviewSummary { count average }
    reviews(first: 5) { nodes { id reviewerName rating title body verified createdAt } } } pageInfo { endCursor hasNextPage } } }`)
  expect(errors).toBeUndefined()
})

it('introspection passes, as GraphiQL asks for it', async () => {
  const { getIntrospectionQuery } = await import('graphql')
  const { errors, data } = await ask(getIntrospectionQuery())
  expect(errors).toBeUndefined()
  expect(data.__schema.types.length).toBeGreaterThanOrEqual(Object.keys(schema.getTypeMap()).length)
})

const hidden = await forAllTests(openShop({ graphiql: false }))

describe('with GRAPHIQL=off', () => {
  it('there is no introspection, no suggestion and no page', async () => {
    const { subdomain } = await hidden.addStore()
    expect((await graphql(hidden, subdomain, '{ __schema { types { name } } }')).body.errors[0].extensions.code).toBe(
      'BAD_USER_INPUT',
    )
    expect((await graphql(hidden, subdomain, '{ stor { name } }')).body.errors[0].message).toBe(
      'Cannot query field "stor" on type "Query".',
    )
    const page = await hidden.app.inject({ url: '/graphql', headers: { accept: 'text/html' } })
    expect(page.body).not.toContain('GraphiQL')
  })
})

describe('a mutation', () => {
  it('is not run by GET', async () => {
    const query = encodeURIComponent('mutation { logIn(input: {phone: "1", password: "secret1"}) { token } }')
    const answer = await shop.app.inject(`/api/sites/${subdomain}/graphql?query=${query}`)
    expect(answer.statusCode).toBe(405)
    expect(shop.statements().filter((sql) => sql.includes('customers'))).toEqual([])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is not taken as %s, which any page may send',
    async (type) => {
      const answer = await shop.app.inject({
        method: 'POST',
        url: `/api/sites/${subdomain}/graphql`,
        headers: { 'content-type': type },
        payload: '{"query":"mutation { logIn(input: {phone: \\"1\\", password: \\"secret1\\"}) { token } }"}',
      })
      expect(answer.statusCode).toBe(415)
    },
  )
})
