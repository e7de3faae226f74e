import fc from 'fast-check'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { dataOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, SECRETS } from '../support/shop.ts'

const FOREVER = 4_102_444_800

const shop = await forAllTests(openShop({ limitsOff: true }))
const store = await shop.addStore({})
const client = clientOf(shop, store.subdomain, 'REST')
const ours: string = (await dataOf(client.signUp({ name: 'Asha', phone: newPhone(), password: 'secret1' }))).token

/** A token as ours but for some claims, signed with the service's own secret. */
async function forged(claims: object): Promise<string> {
  const header = { ...decodeProtectedHeader(ours), alg: 'HS256' }
  const token = await new SignJWT({ ...decodeJwt(ours), ...claims })
    .setProtectedHeader(header)
    .sign(new TextEncoder().encode(SECRETS[0]))
  shop.secrets.add(token)
  return token
}

const site = (path: string) => `/api/sites/${store.subdomain}${path}`
describe('a token that is signed with our secret', () => {
  const id = () => decodeJwt(ours).sub

  it.each<[string, () => object]>([
    ['a subject that is a number', () => ({ sub: 7 })],
    ['a subject that is a list of the customer’s id', () => ({ sub: [id()] })],
    ['a subject that is an object', () => ({ sub: { id: id() } })],
    ['a subject that is true', () => ({ sub: true })],
    ['an end that no date can be', () => ({ exp: 1e300 })],
    ['an end that is text', () => ({ exp: String(FOREVER) })],
    ['a start that is text', () => ({ nbf: 'now' })],
    ['a version that is a list', () => ({ ver: [0] })],
    ['stores without this one', () => ({ aud: ['another'] })],
  ])('with %s is 401 where one is needed, and none where it is not', async (_, claims) => {
    const token = await forged(claims())
    expect(await rest(shop, 'GET', site('/customer/me'), undefined, { token })).toMatchObject({
      status: 401,
      body: { error: 'Not logged in' },
    })
    expect(await rest(shop, 'POST', site('/customer/logout'), undefined, { token })).toMatchObject({ status: 401 })
    const { body } = await graphql(shop, store.subdomain, '{ me { name } }', {}, { token })
    expect(body.errors).toMatchObject([{ message: 'Not logged in', extensions: { code: 'UNAUTHENTICATED' } }])
    expect(await rest(shop, 'GET', site('/products'), undefined, { token })).toMatchObject({ status: 200 })
  })

  it('for several stores is good at each of them', async () => {
    const token = await forged({ aud: ['another', store.id] })
    expect(await rest(shop, 'GET', site('/customer/me'), undefined, { token })).toMatchObject({ status: 200 })
  })

  it('is answered whatever its claims are', async () => {
    const claim = fc.constantFrom('sub', 'exp', 'nbf', 'iat', 'aud', 'iss', 'jti', 'ver', 'x')
    await fc.assert(
      fc.asyncProperty(fc.dictionary(claim, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }), async (claims) => {
        const token = await forged(claims)
        const { status } = await rest(shop, 'GET', site('/customer/me'), undefined, { token })
        expect([200, 401]).toContain(status)
        if (status === 200) {
          const out = await rest(shop, 'POST', site('/customer/logout'), undefined, { token })
          expect(out.status).toBe(200)
        }
      }),
    )
  })
})
