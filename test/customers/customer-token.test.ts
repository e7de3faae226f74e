import fc from 'fast-check'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createCustomerTokens } from '../../src/commerce/customers/account/customer-token.ts'

const OLD = 'the-old-secret-of-thirty-two-characters'
const NEW = 'the-new-secret-of-thirty-two-characters'
const START = new Date('2026-01-01T00:00:00Z')
const DAY = 24 * 60 * 60 * 1000
const clock = () => START
const tokens = createCustomerTokens([NEW], clock)

/** A token as ours in all but its claims, signed with our own secret. */
async function forge(change: { header?: object; claims?: object; secret?: string }): Promise<string> {
  const ours = await tokens.issue('store', 'asha', 3)
  const header = { ...decodeProtectedHeader(ours), alg: 'HS256', ...change.header }
  return new SignJWT({ ...decodeJwt(ours), ...change.claims })
    .setProtectedHeader(header)
    .sign(new TextEncoder().encode(change.secret ?? NEW))
}

describe('a customer token', () => {
  it('names the customer to the store that issued it', async () => {
    expect(await tokens.verify('store', await tokens.issue('store', 'asha', 3))).toMatchObject({ customerId: 'asha' })
  })

  it('is a JWT for 30 days with sub, aud, iss and kid', async () => {
    const token = await tokens.issue('store', 'asha', 3)
    const issued = START.getTime() / 1000
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT', kid: expect.stringMatching(/^[\w-]{8}$/) })
    expect(decodeJwt(token)).toEqual({
      iss: 'storefront-gateway',
      aud: 'store',
      sub: 'asha',
      iat: issued,
      exp: issued + 30 * 86_400,
      jti: expect.stringMatching(/^[\da-f-]{36}$/),
      ver: 3,
    })
  })

  it('can be made by whoever has the secret: the key is its UTF-8 bytes', async () => {
    expect(await tokens.verify('store', await forge({}))).toMatchObject({ customerId: 'asha' })
  })

  it('is known by what is signed of it, however its signature is spelled, and no other token is', async () => {
    const token = await tokens.issue('store', 'asha', 3)
    const known = await tokens.verify('store', token)
    expect(known).toEqual({
      ...{ customerId: 'asha', version: 3, id: expect.stringMatching(/^[\da-f]{64}$/) },
      expiresAt: START.getTime() / 1000 + 30 * 86_400,
    })
    // 32 bytes in base64 leave the last two bits of the last character unused.
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const respelled = `${token.slice(0, -1)}${digits[digits.indexOf(token.at(-1) ?? '') ^ 1]}`
    expect((await tokens.verify('store', respelled))?.id).toBe(known?.id)
    expect((await tokens.verify('store', await tokens.issue('store', 'asha', 3)))?.id).not.toBe(known?.id)
  })

  it('of a version before versions has version 0', async () => {
    const token = await forge({ claims: { ver: undefined, jti: undefined } })
    expect(await tokens.verify('store', token)).toMatchObject({ customerId: 'asha', version: 0 })
  })

  it('is nobody in another store', async () => {
    expect(await tokens.verify('other', await tokens.issue('store', 'asha', 3))).toBeNull()
  })

  it('ends after 30 days', async () => {
    const token = await tokens.issue('store', 'asha', 3)
    const at = (milliseconds: number) => createCustomerTokens([NEW], () => new Date(START.getTime() + milliseconds))
    expect(await at(30 * DAY - 1000).verify('store', token)).toMatchObject({ customerId: 'asha' })
    expect(await at(30 * DAY).verify('store', token)).toBeNull()
  })

  it('ends for whoever has remembered it, too', async () => {
    let now = START
    const remembering = createCustomerTokens([NEW], () => now)
    const token = await remembering.issue('store', 'asha', 3)
    expect(await remembering.verify('store', token)).toMatchObject({ customerId: 'asha' })
    now = new Date(START.getTime() + 30 * DAY - 1000)
    expect(await remembering.verify('store', token)).toMatchObject({ customerId: 'asha' })
    expect(await remembering.verify('other', token)).toBeNull()
    now = new Date(START.getTime() + 30 * DAY)
    expect(await remembering.verify('store', token)).toBeNull()
  })

  it('outlives a rotation for as long as its secret is listed', async () => {
    const token = await createCustomerTokens([OLD], clock).issue('store', 'asha', 3)
    expect(await createCustomerTokens([NEW, OLD], clock).verify('store', token)).toMatchObject({ customerId: 'asha' })
    expect(await createCustomerTokens([NEW], clock).verify('store', token)).toBeNull()
  })

  it('is signed with the newest secret', async () => {
    const token = await createCustomerTokens([NEW, OLD], clock).issue('store', 'asha', 3)
    expect(await tokens.verify('store', token)).toMatchObject({ customerId: 'asha' })
  })

  it.each([
    ['signed with another secret', { secret: OLD }],
    ['of another algorithm', { header: { alg: 'HS512' }, secret: `${NEW}${NEW}` }],
    ['with an unknown key id', { header: { kid: 'unknown' } }],
    ['without a key id', { header: { kid: undefined } }],
    ['without a customer', { claims: { sub: undefined } }],
    ['with an empty customer', { claims: { sub: '' } }],
    ['without an end', { claims: { exp: undefined } }],
    ['without a store', { claims: { aud: undefined } }],
    ['of another issuer', { claims: { iss: 'someone' } }],
    ['with a version that is no number', { claims: { ver: '0' } }],
    ['with a version below 0', { claims: { ver: -1 } }],
    ['with a version that is too large', { claims: { ver: 2 ** 31 } }],
  ])('%s is nobody', async (_, change) => {
    expect(await tokens.verify('store', await forge(change))).toBeNull()
  })

  it('without a signature is nobody', async () => {
    const ours = await tokens.issue('store', 'asha', 3)
    expect(await tokens.verify('store', new UnsecuredJWT(decodeJwt(ours)).encode())).toBeNull()
    expect(await tokens.verify('store', `${ours.split('.').slice(0, 2).join('.')}.`)).toBeNull()
    const none = Buffer.from(JSON.stringify({ ...decodeProtectedHeader(ours), alg: 'none' })).toString('base64url')
    expect(await tokens.verify('store', `${none}.${ours.split('.')[1]}.`)).toBeNull()
  })

  it('signed by a key pair is nobody, whatever else is right about it', async () => {
    const ours = await tokens.issue('store', 'asha', 3)
    const { privateKey } = await generateKeyPair('RS256')
    const header = { ...decodeProtectedHeader(ours), alg: 'RS256' }
    const theirs = await new SignJWT(decodeJwt(ours)).setProtectedHeader(header).sign(privateKey)
    expect(await tokens.verify('store', theirs)).toBeNull()
    // The other way round: our own signature under a header that names another algorithm.
    const renamed = Buffer.from(JSON.stringify(header)).toString('base64url')
    expect(await tokens.verify('store', [renamed, ...ours.split('.').slice(1)].join('.'))).toBeNull()
  })

  it('is not what a stranger writes', async () => {
    const header = (await tokens.issue('store', 'asha', 3)).split('.')[0]
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.json(), async (text, json) => {
        const payload = Buffer.from(json).toString('base64url')
        for (const token of [text, `${header}.${text}.${text}`, `${header}.${payload}.${payload}`]) {
          expect(await tokens.verify('store', token)).toBeNull()
        }
      }),
    )
  })

  it('needs a secret', () => {
    expect(() => createCustomerTokens([], clock)).toThrow('at least one secret')
  })
})
