import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { setAccessPassword } from '../../src/commerce/access/set-access-password.ts'
import { createStoreDirectory } from '../../src/commerce/stores/store-directory.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { dataOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'

let store: Store
let now = new Date('2026-03-01T10:00:00Z')

const shop = await forAllTests(openShop({ clock: () => now }))
beforeEach(async () => {
  store = await shop.addStore({ store: { access: { password: 'letmein' } } })
})

const scope = (of = store) => ({ services: shop.services, store: of })
const notProtected = { status: 404, error: 'Site not found or not protected' }

async function access(token?: string, of = store) {
  const headers = token === undefined ? {} : { 'x-access-token': token }
  const { body } = await graphql(shop, of.subdomain, '{ store { protected unlocked } }', {}, { headers })
  return body.data.store
}

describe.each(interfaces)('unlocking over %s', (by) => {
  const client = (of = store) => clientOf(shop, of.subdomain, by)
  const tokenFor = async (password = 'letmein', of = store): Promise<string> =>
    (await dataOf(client(of).unlock(password))).access_token

  it('gives a token for the password, which opens the pages', async () => {
    expect(await access()).toEqual({ protected: true, unlocked: false })
    expect(await client().unlock('letmein')).toEqual({
      data: { success: true, access_token: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(await access(await tokenFor())).toEqual({ protected: true, unlocked: true })
  })

  it('gives another token each time, and stores none of them', async () => {
    const tokens = await Promise.all([tokenFor(), tokenFor(), tokenFor()])
    expect(new Set(tokens).size).toBe(3)
    const rows = await shop.database.prisma.accessToken.findMany({ where: { storeId: store.id } })
    const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
    expect(rows.map(({ tokenHash }) => tokenHash).sort()).toEqual(hashes.sort())
    expect(JSON.stringify(rows)).not.toContain(tokens[0])
  })

  it.each([
    ['without a password', '', 400, 'Password required'],
    ['with a wrong one', 'letmeout', 401, 'Incorrect password'],
    ['with another case', 'LetMeIn', 401, 'Incorrect password'],
    ['with a space more', 'letmein ', 401, 'Incorrect password'],
    ['with 73 bytes', 'x'.repeat(73), 401, 'Incorrect password'],
    ['with NUL in it', 'letmein\0', 400, 'Password contains characters that cannot be stored'],
    ['with 256 characters', 'x'.repeat(256), 400, 'Password must be at most 255 characters'],
  ])('is refused %s', async (_, password, status, error) => {
    expect(await client().unlock(password)).toEqual({ status, error })
    expect(await shop.database.prisma.accessToken.count({ where: { storeId: store.id } })).toBe(0)
  })

  it('says nothing about a store that is unknown, switched off or not protected', async () => {
    expect(await clientOf(shop, 'unknown', by).unlock('letmein')).toEqual(notProtected)
    expect(await client(await shop.addStore()).unlock('letmein')).toEqual(notProtected)
    const off = await shop.addStore({ store: { active: false, access: { password: 'letmein' } } })
    expect(await client(off).unlock('letmein')).toEqual(notProtected)
  })

  it('may be tried 10 times a minute from one address', async () => {
    const ip = '192.0.2.30'
    for (let call = 0; call < 10; call += 1) {
      expect(await client().unlock('guess', { ip })).toMatchObject({ status: 401 })
    }
    expect(await client().unlock('letmein', { ip })).toEqual({
      status: 429,
      error: 'Too many attempts. Wait a minute.',
      retryAfter: expect.any(Number),
    })
    expect(await client().unlock('letmein')).toMatchObject({ data: { success: true } })
  })

  it('lasts 24 hours', async () => {
    const token = await tokenFor()
    const start = now
    now = new Date(start.getTime() + 24 * 60 * 60 * 1000 - 1)
    expect(await access(token)).toMatchObject({ unlocked: true })
    now = new Date(start.getTime() + 24 * 60 * 60 * 1000)
    expect(await access(token)).toMatchObject({ unlocked: false })
  })

  it('ends when the password changes, and the new one opens', async () => {
    const token = await tokenFor()
    await setAccessPassword(scope(), 'open sesame')
    expect(await access(token)).toEqual({ protected: true, unlocked: false })
    expect(await client().unlock('letmein')).toEqual({ status: 401, error: 'Incorrect password' })
    expect(await access(await tokenFor('open sesame'))).toEqual({ protected: true, unlocked: true })
  })

  it('ends also when the same password is set again', async () => {
    const token = await tokenFor()
    await setAccessPassword(scope(), 'letmein')
    expect(await access(token)).toMatchObject({ unlocked: false })
  })

  it('counts for its own store only', async () => {
    const other = await shop.addStore({ store: { access: { password: 'letmein' } } })
    expect(await access(await tokenFor(), other)).toEqual({ protected: true, unlocked: false })
  })
})

it('an access token that is none opens nothing', async () => {
  for (const token of ['', 'nonsense', 'f'.repeat(64), `${'f'.repeat(64)}, ${'e'.repeat(64)}`, '%00']) {
    expect(await access(token)).toEqual({ protected: true, unlocked: false })
  }
})

it('a store without a password is open to all', async () => {
  expect(await access(undefined, await shop.addStore())).toEqual({ protected: false, unlocked: true })
})

it('both answers take one statement', async () => {
  await access()
  shop.statements()
  await access('f'.repeat(64))
  expect(shop.statements()).toHaveLength(1)
})

it('refuses what is no text over REST', async () => {
  const url = `/api/sites/${store.subdomain}/unlock`
  for (const body of [{}, null, [], { password: null }]) {
    expect(await rest(shop, 'POST', url, body)).toMatchObject({ status: 400, body: { error: 'Password required' } })
  }
  expect(await rest(shop, 'POST', url, { password: 1234567 })).toMatchObject({
    status: 400,
    body: { error: 'Password must be text' },
  })
})

describe('setting the password', () => {
  it('counts at once where another process still has the old settings in memory', async () => {
    const { access_token: token } = await dataOf(clientOf(shop, store.subdomain, 'REST').unlock('letmein'))
    await access(token)
    // What a process does that shares nothing with this one but the database.
    const elsewhere = { ...shop.services, stores: createStoreDirectory(shop.database.prisma) }
    await setAccessPassword({ services: elsewhere, store }, 'open sesame')
    expect(await access(token)).toEqual({ protected: true, unlocked: false })
    expect(await clientOf(shop, store.subdomain, 'REST').unlock('letmein')).toMatchObject({ status: 401 })

    await setAccessPassword({ services: elsewhere, store }, null)
    expect(await access(token)).toEqual({ protected: false, unlocked: true })
    expect(await clientOf(shop, store.subdomain, 'REST').unlock('open sesame')).toEqual(notProtected)
  })

  it('protects a store that was open, and void tokens stay void when a password comes back', async () => {
    const { access_token: token } = await dataOf(clientOf(shop, store.subdomain, 'REST').unlock('letmein'))
    await setAccessPassword(scope(), null)
    expect(await access()).toEqual({ protected: false, unlocked: true })
    await setAccessPassword(scope(), 'letmein')
    expect(await access(token)).toEqual({ protected: true, unlocked: false })
  })

  it('keeps a hash, and raises the version once for each of those who set it at once', async () => {
    const before = store.accessPasswordVersion
    await Promise.all(
      ['password-1', 'password-2', 'password-3'].map((password) => setAccessPassword(scope(), password)),
    )
    const row = await shop.database.prisma.store.findUniqueOrThrow({ where: { id: store.id } })
    expect(row.accessPasswordVersion).toBe(before + 3)
    expect(row.accessPasswordHash).toMatch(/^\$2b\$/)
  })

  it.each([
    ['12345', 'Password must be 6+ characters'],
    ['      ', 'Password required'],
    ['', 'Password required'],
    ['x'.repeat(73), 'Password must be at most 72 bytes long'],
    ['letme\0in', 'Password contains characters that cannot be stored'],
  ])('refuses %j', async (password, message) => {
    await expect(setAccessPassword(scope(), password)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      mistakes: [{ field: 'password', message }],
    })
    expect(await clientOf(shop, store.subdomain, 'REST').unlock('letmein')).toMatchObject({ data: { success: true } })
  })

  it('takes 6 characters and 72 bytes', async () => {
    for (const password of ['123456', 'x'.repeat(72)]) {
      await setAccessPassword(scope(), password)
      expect(await clientOf(shop, store.subdomain, 'REST').unlock(password)).toMatchObject({ data: { success: true } })
    }
  })
})
