import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { withReasons } from '../../scripts/reasons-table.ts'
import type { Method } from '../../src/api/rest/route.ts'
import { noticeReasons, reasons } from '../../src/shared/reasons.ts'
import { graphql, rest } from '../support/call.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const products = [{ slug: 'assam', name: 'Assam', price: 499, stock: 50 }]
const store = await shop.addStore({ store: { payments: { provider: 'sandbox' } }, products })
const locked = await shop.addStore({ store: { access: { password: 'letmein', protection: 'site' } }, products })
const { id } = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id } })
const account = { name: 'Asha', phone: newPhone(), password: 'chai-time' }
const { token } = (await rest(shop, 'POST', `/api/sites/${store.subdomain}/customer/signup`, account)).body
const accept = 'application/problem+json'

interface Refused {
  reason: string
  code: string
  subdomain?: string
  rest: [method: Method, path: string, body?: object]
  graphql: [document: string, variables?: object]
  asCustomer?: boolean
}

const refused: Refused[] = [
  {
    ...{ reason: 'STORE_LOCKED', code: 'UNAUTHENTICATED', subdomain: locked.subdomain },
    rest: ['GET', 'products'],
    graphql: ['{ products { nodes { id } } }'],
  },
  {
    ...{ reason: 'WRONG_PASSWORD', code: 'UNAUTHENTICATED', subdomain: locked.subdomain },
    rest: ['POST', 'unlock', { password: 'guess' }],
    graphql: ['mutation { unlock(password: "guess") { accessToken } }'],
  },
  {
    ...{ reason: 'STORE_NOT_LOCKED', code: 'STORE_NOT_FOUND' },
    rest: ['POST', 'unlock', { password: 'guess' }],
    graphql: ['mutation { unlock(password: "guess") { accessToken } }'],
  },
  {
    ...{ reason: 'CART_NOT_FOUND', code: 'NOT_FOUND' },
    rest: ['GET', `cart/${randomUUID()}`],
    graphql: ['query ($id: ID!) { cart(id: $id) { id } }', { id: randomUUID() }],
  },
  {
    ...{ reason: 'LOGIN_REQUIRED', code: 'UNAUTHENTICATED' },
    rest: ['GET', 'customer/me'],
    graphql: ['{ me { id } }'],
  },
  {
    ...{ reason: 'WRONG_PASSWORD', code: 'FORBIDDEN', asCustomer: true },
    rest: ['DELETE', 'customer/me', { password: 'guess' }],
    graphql: ['mutation { deleteMe(password: "guess") }'],
  },
  {
    ...{ reason: 'PHONE_TAKEN', code: 'BAD_USER_INPUT' },
    rest: ['POST', 'customer/signup', account],
    graphql: ['mutation ($input: SignUpInput!) { signUp(input: $input) { token } }', { input: account }],
  },
  {
    ...{ reason: 'ORDER_NOT_FOUND', code: 'NOT_FOUND' },
    rest: ['POST', 'track-order', { orderNo: 'ORD-0000000000', phone: '1234' }],
    graphql: ['{ trackOrder(orderNo: "ORD-0000000000", phone: "1234") { orderNo } }'],
  },
]

describe.each(refused)('$reason of $code', ({ reason, code, subdomain = store.subdomain, asCustomer, ...asked }) => {
  const caller = asCustomer ? { token } : {}

  it('stands in a header that any page may read, and not in the error itself', async () => {
    const [method, path, body] = asked.rest
    const answer = await rest(shop, method, `/api/sites/${subdomain}/${path}`, body, caller)
    expect(answer.headers).toMatchObject({
      ...{ 'error-code': code, 'error-reason': reason },
      'access-control-expose-headers': expect.stringMatching(/\bError-Reason\b/),
    })
    expect(Object.keys(answer.body)).toEqual(['error'])
  })

  it('stands in the problem document', async () => {
    const [method, path, body] = asked.rest
    const answer = await rest(shop, method, `/api/sites/${subdomain}/${path}`, body, { ...caller, headers: { accept } })
    expect(answer.body).toMatchObject({ code, reason })
  })

  it('stands in the extensions of GraphQL', async () => {
    const [document, variables] = asked.graphql
    const { body } = await graphql(shop, subdomain, document, variables, caller)
    expect(body.errors).toMatchObject([{ extensions: { code, reason } }])
  })
})

describe('an idempotency key', () => {
  const order = (qty: number) => ({ items: [{ id, qty }], buyer: { name: 'Asha', phone: newPhone() } })
  const send = (body: object, key: string) =>
    rest(shop, 'POST', `/api/sites/${store.subdomain}/checkout`, body, { headers: { 'idempotency-key': key } })

  it('of another request is a reason of its own', async () => {
    const key = randomUUID()
    await send(order(1), key)
    expect((await send(order(2), key)).headers).toMatchObject({
      'error-code': 'CONFLICT',
      'error-reason': 'KEY_REUSED',
    })
  })

  it('of a request that is still running is another', async () => {
    const key = randomUUID()
    const body = order(1)
    await send(body, key)
    const { prisma } = shop.database
    await prisma.idempotencyKey.updateMany({
      where: { key },
      data: { answer: null as never, runningTill: new Date(Date.now() + 60_000) },
    })
    expect((await send(body, key)).headers).toMatchObject({ 'error-code': 'CONFLICT', 'error-reason': 'STILL_RUNNING' })
  })

  it('repeats the reason of a refusal', async () => {
    const key = randomUUID()
    const body = order(99)
    for (const _ of ['first', 'again'])
      expect((await send(body, key)).headers).toMatchObject({ 'error-reason': 'NOTHING_TO_BUY' })
  })
})

it('an owner whose change is based on an old version gets OUTDATED_VERSION', async () => {
  const owner = await ownerOf(shop, store)
  const { body } = await owner.post(
    'mutation { upsertProduct(input: { slug: "assam", price: 5, version: 99 }) { id } }',
  )
  expect(body.errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'OUTDATED_VERSION' } }])
})

it('a path that is not there has its reason, and a refusal whose code says all has none', async () => {
  expect((await rest(shop, 'GET', '/api/nowhere')).headers).toMatchObject({ 'error-reason': 'PATH_NOT_FOUND' })
  const unknown = await rest(shop, 'GET', '/api/sites/nobody-here/products', undefined, { headers: { accept } })
  expect(unknown.body).toMatchObject({ code: 'STORE_NOT_FOUND' })
  expect(unknown.body).not.toHaveProperty('reason')
  expect(unknown.headers).not.toHaveProperty('error-reason')
})

describe('the list of reasons', () => {
  it('is in docs/errors.md', async () => {
    const page = await readFile('docs/errors.md', 'utf8')
    expect(withReasons(page).trimEnd()).toBe(page.trimEnd())
    for (const reason of Object.keys(reasons)) expect(page).toContain(`| \`${reason}\` |`)
  })

  it('is that of OpenAPI and GraphQL', async () => {
    const { components } = JSON.parse(await readFile('schema/openapi.json', 'utf8'))
    const all = Object.keys(reasons).toSorted()
    expect(components.schemas.Problem.properties.reason.enum).toEqual(all)
    expect(components.headers.ErrorReason.schema.enum).toEqual(all)
    const ofNotices = [...Object.keys(noticeReasons), 'TOTAL_CHANGED'].toSorted()
    expect(components.schemas.Notice.properties.reason.enum.toSorted()).toEqual(ofNotices)
    const sdl = await readFile('schema/storefront.graphql', 'utf8')
    const [, values = ''] = /enum NoticeReason \{(.*?)\n\}/s.exec(sdl) ?? []
    expect(values.match(/^ {2}[A-Z_]+$/gm)?.map((name) => name.trim())).toEqual(Object.keys(noticeReasons).toSorted())
  })
})
