import { beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'

let now = new Date('2026-03-01T10:00:00Z')

const shop = await forAllTests(openShop({ clock: () => now }))

const success = { data: { success: true } }

describe.each(interfaces)('the newsletter over %s', (by) => {
  let store: Store
  beforeAll(async () => {
    store = await shop.addStore()
  })
  const client = () => clientOf(shop, store.subdomain, by)
  const row = (email: string, storeId = store.id) =>
    shop.database.prisma.subscriber.findUnique({ where: { storeId_email: { storeId, email } } })

  it('keeps the address in lower case, with when and where its owner agreed', async () => {
    expect(await client().subscribe({ email: ' Asha@Example.COM ', name: ' Asha ', source: 'footer' })).toEqual(success)
    expect(await row('asha@example.com')).toMatchObject({ name: 'Asha', source: 'footer', consentedAt: now })
  })

  it('takes an address alone, from a popup', async () => {
    expect(await client().subscribe({ email: 'alone@example.com', name: '', source: null })).toEqual(success)
    expect(await row('alone@example.com')).toMatchObject({ name: null, source: 'popup' })
  })

  it('leaves the first consent as it is when an address comes again', async () => {
    const consentedAt = now
    await client().subscribe({ email: 'twice@example.com', name: 'First', source: 'first' })
    now = new Date(now.getTime() + 60_000)
    expect(await client().subscribe({ email: 'TWICE@example.com', name: 'Second', source: 'second' })).toEqual(success)
    expect(await row('twice@example.com')).toMatchObject({ name: 'First', source: 'first', consentedAt })
  })

  it('keeps an address once that comes 20 times at once', async () => {
    const email = 'crowd@example.com'
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => client().subscribe({ email: at % 2 ? email : email.toUpperCase() })),
    )
    expect(outcomes).toEqual(Array.from({ length: 20 }, () => success))
    expect(await shop.database.prisma.subscriber.count({ where: { storeId: store.id, email } })).toBe(1)
  })

  it('keeps an address apart for each store', async () => {
    const other = await shop.addStore()
    await client().subscribe({ email: 'both@example.com', name: 'Here' })
    await clientOf(shop, other.subdomain, by).subscribe({ email: 'both@example.com', name: 'There' })
    expect(await row('both@example.com')).toMatchObject({ name: 'Here' })
    expect(await row('both@example.com', other.id)).toMatchObject({ name: 'There' })
  })

  const long = (length: number) => 'x'.repeat(length)
  it.each([
    ['no address', { email: '' }, 'Valid email required'],
    ['an address of spaces', { email: '   ' }, 'Valid email required'],
    ['an ill-formed address', { email: 'asha@' }, 'Valid email required'],
    ['an address with a space inside', { email: 'as ha@example.com' }, 'Valid email required'],
    ['an address with NUL', { email: 'as\0ha@example.com' }, 'Valid email required'],
    ['an address of 256 characters', { email: `${long(244)}@example.com` }, 'Email must be at most 255 characters'],
    ['a name of 101 characters', { name: long(101) }, 'Name must be at most 100 characters'],
    ['a source of 51 characters', { source: long(51) }, 'Source must be at most 50 characters'],
    ['a name with NUL', { name: 'a\0b' }, 'Name contains characters that cannot be stored'],
  ])('refuses %s', async (_, fields, error) => {
    expect(await client().subscribe({ email: 'limits@example.com', ...fields })).toEqual({ status: 400, error })
    expect(await row('limits@example.com')).toBeNull()
  })

  it('takes what is just at the limits', async () => {
    const email = `${long(243)}@example.com`
    expect(await client().subscribe({ email, name: '🍵'.repeat(100), source: long(50) })).toEqual(success)
    expect(await row(email)).toMatchObject({ name: '🍵'.repeat(100), source: long(50) })
  })

  it('is not there at an unknown store', async () => {
    expect(await clientOf(shop, 'unknown', by).subscribe({ email: 'a@b.example' })).toEqual({
      status: 404,
      error: 'Site not found',
    })
  })

  it('takes 10 requests a minute from one address, good or bad', async () => {
    const ip = '192.0.2.20'
    for (let call = 0; call < 10; call += 1) {
      expect(await client().subscribe({ email: call % 2 ? 'a@b.example' : '' }, { ip })).not.toMatchObject({
        status: 429,
      })
    }
    expect(await client().subscribe({ email: 'a@b.example' }, { ip })).toEqual({
      status: 429,
      error: 'Too many requests',
      retryAfter: expect.any(Number),
    })
  })
})

it('refuses what is no text over REST', async () => {
  const { subdomain } = await shop.addStore()
  const post = (body: unknown) => rest(shop, 'POST', `/api/sites/${subdomain}/subscribe`, body)
  for (const body of [{}, [], null, 'a@b.example', { email: 5 }, { email: {} }, { email: ['a@b.example'] }]) {
    expect(await post(body)).toMatchObject({ status: 400, body: { error: 'Valid email required' } })
  }
  expect(await post({ email: 'a@b.example', name: 5 })).toMatchObject({
    status: 400,
    body: { error: 'Name must be text' },
  })
})
