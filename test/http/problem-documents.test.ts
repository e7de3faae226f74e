import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { errorCodes, graphqlCodes } from '../../src/api/http/status.ts'
import { reasons } from '../../src/shared/reasons.ts'
import { graphql, rest } from '../support/call.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ policies: { unlock: { points: 1, seconds: 60 } } }))
const store = await shop.addStore({
  store: { access: { password: 'letmein' } },
  products: [{ slug: 'assam', name: 'Assam', price: 499 }],
})
const subdomain = store.subdomain
const base = `/api/sites/${subdomain}`
const id: string = (await rest(shop, 'GET', `${base}/products`)).body.products[0].id

const accept = 'application/problem+json'
const type = 'application/problem+json; charset=utf-8'
const asProblem = { headers: { accept, host: 'shop.example' } }
const bad = {
  type: 'http://shop.example/errors#BAD_USER_INPUT',
  title: 'Invalid request',
  status: 400,
  code: 'BAD_USER_INPUT',
  notices: [],
}

describe('a refused request', () => {
  const signUp = { phone: '98-x', password: 'x', email: 'nobody' }

  it('is an error alone by default, with its code in a header', async () => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json, application/problem+json;q=0.9' }]) {
      const answer = await rest(shop, 'POST', `${base}/customer/signup`, signUp, { headers })
      expect(answer).toMatchObject({ status: 400, body: { error: 'Name, phone, and password required' } })
      expect(Object.keys(answer.body)).toEqual(['error'])
      expect(answer.headers).toMatchObject({ 'error-code': 'BAD_USER_INPUT', vary: 'Accept' })
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })

  it('is a problem document with every mistake for who accepts that', async () => {
    const { status, headers, body } = await rest(shop, 'POST', `${base}/customer/signup`, signUp, asProblem)
    expect(status).toBe(400)
    expect(headers).toMatchObject({ 'content-type': type, 'error-code': 'BAD_USER_INPUT', vary: 'Accept' })
    expect(body).toEqual({
      ...bad,
      detail: 'Name, phone, and password required',
      error: 'Name, phone, and password required',
      errors: [
        { field: 'name', message: 'name is required' },
        { field: 'phone', message: 'Phone must contain digits only' },
        { field: 'password', message: 'Password must be 6+ characters' },
        { field: 'email', message: 'Email must be a valid email address' },
      ],
    })
  })

  it.each([
    ['application/json, application/problem+json', true],
    ['application/problem+json; charset=utf-8', true],
    ['Application/Problem+JSON;q=0.5, */*', true],
    ['application/problem+json;q=0', false],
    ['application/json;q=0.5, application/problem+json;q=0.4', false],
    ['application/problem+jsonx', false],
  ])('and accepts it by %s: %s', async (accept, isProblem) => {
    const { body } = await rest(shop, 'POST', `${base}/customer/login`, {}, { headers: { accept } })
    expect('detail' in body).toBe(isProblem)
  })

  it('says which fields of a checkout are missing and which are wrong, at their places', async () => {
    const empty = await rest(shop, 'POST', `${base}/checkout`, {}, asProblem)
    expect(empty.body).toMatchObject({ detail: 'Cart is empty' })
    expect(empty.body.errors.map(({ field }: any) => field)).toEqual(['items', 'buyer.name', 'buyer.phone'])

    const buyer = { phone: '1'.repeat(60), email: 'x', notes: 'x'.repeat(501) }
    const wrong = { items: [{ id, qty: 1 }], buyer, discountCode: 5 }
    expect((await rest(shop, 'POST', `${base}/checkout`, wrong, asProblem)).body).toEqual({
      ...bad,
      detail: 'Name and phone required',
      error: 'Name and phone required',
      errors: [
        { field: 'buyer.name', message: 'Name is required' },
        { field: 'buyer.phone', message: 'Phone must be at most 50 characters' },
        { field: 'buyer.email', message: 'Email must be a valid email address' },
        { field: 'buyer.notes', message: 'Notes must be at most 500 characters' },
        { field: 'discountCode', message: 'Discount code must be text' },
      ],
    })
  })

  it('says at which entry of a list a mistake is', async () => {
    const items = [{ id, qty: 1 }, { id, qty: 0 }, { qty: 1 }]
    const { body } = await rest(shop, 'POST', `${base}/cart`, { items }, asProblem)
    expect(body.errors).toEqual([
      { field: 'items[1].qty', message: 'qty must be a whole number from 1 to 99.' },
      { field: 'items[2].id', message: 'An item needs the id of a product.' },
    ])
  })

  it('names the parameters of a query', async () => {
    const { body } = await rest(
      shop,
      'GET',
      `${base}/products?first=0&sort=x&min_price=5&max_price=1`,
      undefined,
      asProblem,
    )
    expect(body.errors.map(({ field }: any) => field)).toEqual(expect.arrayContaining(['sort', 'first']))
    const price = await rest(shop, 'GET', `${base}/products?min_price=5&max_price=1`, undefined, asProblem)
    expect(price.body.errors).toEqual([{ field: 'min_price', message: 'min_price must be at most max_price' }])
  })

  it('lists a hundred mistakes, and how many more there are', async () => {
    const items = Array.from({ length: 100 }, () => ({ id: 'x', qty: 0 }))
    const { body } = await rest(shop, 'POST', `${base}/cart`, { items }, asProblem)
    expect(body.errors).toHaveLength(101)
    expect(body.errors[100]).toEqual({ field: '', message: 'and 100 more mistakes' })
  })

  it('names the field also where only a use case can know', async () => {
    const person = { name: 'Asha', phone: '9000000001', password: 'secret1' }
    await rest(shop, 'POST', `${base}/customer/signup`, person)
    const again = await rest(shop, 'POST', `${base}/customer/signup`, person, asProblem)
    const message = 'An account with this phone already exists. Please log in instead.'
    expect(again.body).toEqual({
      ...bad,
      reason: 'PHONE_TAKEN',
      detail: message,
      error: message,
      errors: [{ field: 'phone', message }],
    })
  })
})

describe('a problem document of another kind', () => {
  it.each([
    ['an unknown store', 'GET', '/api/sites/nobody/products', 404, 'STORE_NOT_FOUND', 'Site not found'],
    ['no token', 'GET', '/customer/me', 401, 'UNAUTHENTICATED', 'Not logged in', 'LOGIN_REQUIRED'],
    ['an unknown path', 'GET', '/api/sites/x/nowhere', 404, 'NOT_FOUND', 'Not found', 'PATH_NOT_FOUND'],
    ['another method', 'DELETE', '/products', 405, 'BAD_USER_INPUT', 'Method not allowed'],
    ['a malformed URL', 'GET', '/api/sites/%zz', 400, 'BAD_USER_INPUT', 'Malformed URL'],
  ] as const)('is for %s', async (_, method, path, status, code, detail, reason: string | undefined = undefined) => {
    const url = path.startsWith('/api') ? path : base + path
    const answer = await shop.app.inject({
      method,
      url,
      headers: { ...asProblem.headers, origin: 'https://x.example' },
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'error-code': code,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('Error-Code'),
    })
    expect(answer.json()).toEqual({
      ...{
        type: `http://shop.example/errors#${code}`,
        title: errorCodes[code].title,
        status,
        detail,
        error: detail,
        code,
      },
      ...(reason && { reason }),
      ...{ errors: [], notices: [] },
    })
  })

  it.each([
    ['broken JSON', 'application/json', '{"a":', 400, 'Invalid JSON'],
    ['another type', 'text/plain', 'x', 415, 'Unsupported media type'],
    ['a body of 70 KB', 'application/json', JSON.stringify({ a: 'x'.repeat(70_000) }), 413, 'Body too large'],
  ])('is for %s', async (_, type, payload, status, detail) => {
    const headers = { ...asProblem.headers, 'content-type': type }
    const answer = await shop.app.inject({ method: 'POST', url: `${base}/customer/login`, headers, payload })
    expect(answer.headers['error-code']).toBe('BAD_USER_INPUT')
    expect(answer.json()).toEqual({ ...bad, status, detail, error: detail, errors: [] })
  })

  it('says when to come back', async () => {
    const caller = { ...asProblem, ip: '192.0.2.77' }
    await rest(shop, 'POST', `${base}/unlock`, { password: 'x' }, caller)
    const { headers, body } = await rest(shop, 'POST', `${base}/unlock`, { password: 'x' }, caller)
    expect(headers).toMatchObject({ 'error-code': 'RATE_LIMITED', 'retry-after': String(body.retryAfter) })
    expect(body).toMatchObject({ status: 429, code: 'RATE_LIMITED', detail: 'Too many attempts. Wait a minute.' })
  })

  it('cannot be for what is no HTTP, whose code is in the header', async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const address = shop.app.server.address()
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1', () =>
        socket.write('NONSENSE\r\n\r\n'),
      )
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
    })
    expect(answer).toContain('\r\nError-Code: BAD_USER_INPUT\r\n')
  })
})

describe('over GraphQL', () => {
  it('extensions have every mistake', async () => {
    const { body } = await graphql(
      shop,
      subdomain,
      'mutation { signUp(input: { name: " ", phone: "98-x", password: "x" }) { token } }',
    )
    expect(body.errors).toMatchObject([{ message: 'Name, phone, and password required' }])
    expect(body.errors[0].extensions).toEqual({
      code: 'BAD_USER_INPUT',
      errors: [
        { field: 'name', message: 'name is required' },
        { field: 'phone', message: 'Phone must contain digits only' },
        { field: 'password', message: 'Password must be 6+ characters' },
      ],
    })
  })

  it.each([
    [{}, [{ field: 'input', message: 'Variable "$input" of required type "CheckoutInput!" was not provided.' }]],
    [
      { input: { items: [{ id: 'x', qty: 1.5 }], buyer: { name: 'Ravi' } } },
      [
        { field: 'buyer.phone', message: 'Field "phone" of required type "String!" was not provided.' },
        { field: 'items[0].qty', message: 'Int cannot represent non-integer value: 1.5' },
      ],
    ],
    [
      { input: { buyer: { name: 'Ravi', phone: '1' }, coupon: 'X' } },
      [{ field: 'coupon', message: 'Field "coupon" is not defined by type "CheckoutInput".' }],
    ],
  ])('so do variables that are not as the schema has them: %j', async (variables, mistakes) => {
    const query = 'mutation ($input: CheckoutInput!) { checkout(input: $input) { orderNo } }'
    const { body } = await graphql(shop, subdomain, query, variables)
    expect(body.errors.map(({ extensions }: any) => extensions)).toEqual(
      mistakes.map((mistake) => ({ code: 'BAD_USER_INPUT', errors: [mistake] })),
    )
    expect(body.errors.map(({ message }: any) => message)).toEqual(mistakes.map(({ message }) => message))
  })

  it('a request that is refused as a whole has its code in the header', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: `${base}/graphql`,
      payload: 'x',
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.statusCode, answer.headers['error-code']]).toEqual([400, 'BAD_USER_INPUT'])
  })

  it('an owner gets the place of every mistake as data', async () => {
    const owner = await ownerOf(shop, await shop.services.db.prisma.store.findFirstOrThrow({ where: { subdomain } }))
    const query = 'mutation { upsertProduct(input: { slug: "A b", name: "", price: -1 }) { id } }'
    const { body } = await owner.post(query)
    expect(body.errors[0].extensions).toEqual({
      code: 'BAD_USER_INPUT',
      errors: [
        { field: 'name', message: expect.stringMatching(/^expected/) },
        { field: 'price', message: expect.stringMatching(/^expected/) },
        { field: 'slug', message: expect.stringMatching(/^expected/) },
      ],
    })
  })
})

describe('what the codes mean', () => {
  it('is listed in docs/errors.md, all of them', async () => {
    const [page = ''] = (await readFile('docs/errors.md', 'utf8')).split('## Reasons')
    const rows = page.split('\n').filter((line) => /^\| `[A-Z_]+` \|/.test(line))
    expect(rows).toEqual(
      Object.entries({ ...errorCodes, ...graphqlCodes }).map(
        ([code, { status, when, remedy }]) => `| \`${code}\` | ${status} | ${when} | ${remedy} |`,
      ),
    )
  })

  it('is on the page to which the type of a problem leads', async () => {
    const answer = await shop.app.inject('/errors')
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const name of Object.keys({ ...errorCodes, ...graphqlCodes, ...reasons }))
      expect(answer.body).toContain(`id="${name}"`)
  })
})
