import { describe, expect, it } from 'vitest'
import { createOwnerKey, findOwnerKey, listOwnerKeys, revokeOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { waysToData } from '../../src/platform/database/db.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { openTestDatabase } from '../support/test-database.ts'

let now = new Date('2026-03-01T09:00:00Z')
const keeping = () => ({ ...waysToData(database), clock: () => now })

const database = await forAllTests(openTestDatabase())
const open = async (subdomain: string) => {
  const { id } = await database.prisma.store.create({ data: { subdomain, businessName: subdomain, currency: 'INR' } })
  return id
}
const tea = await open('tea')
const books = await open('books')

describe('An owner key', () => {
  it('opens its own store, and no other', async () => {
    const { key, ownerKey } = await createOwnerKey(keeping(), tea, 'till')
    expect(key).toMatch(/^sk_[\w-]{43}$/)
    expect(await findOwnerKey(keeping(), tea, key)).toMatchObject({ id: ownerKey.id, name: 'till' })
    expect(await findOwnerKey(keeping(), books, key)).toBeNull()
  })

  it('is not stored', async () => {
    const { key } = await createOwnerKey(keeping(), tea, 'till')
    expect(JSON.stringify(await database.prisma.ownerKey.findMany({ where: { storeId: tea } }))).not.toContain(
      key.slice(3),
    )
  })

  it.each(['', 'sk_', 'sk_short', 'sk_\0', `sk_${'a'.repeat(43)}`, 'x'.repeat(10_000)])('is not %j', async (key) => {
    expect(await findOwnerKey(keeping(), tea, key)).toBeNull()
  })

  it('is void as soon as it is revoked, by its own store, once', async () => {
    const { key, ownerKey } = await createOwnerKey(keeping(), tea, 'lost')
    await expect(revokeOwnerKey(keeping(), books, ownerKey.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(revokeOwnerKey(keeping(), tea, 'no-uuid')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { revokedAt } = await revokeOwnerKey(keeping(), tea, ownerKey.id)
    expect(revokedAt).toEqual(now)
    expect(await findOwnerKey(keeping(), tea, key)).toBeNull()
    now = new Date(now.getTime() + 1_000)
    expect(await revokeOwnerKey(keeping(), tea, ownerKey.id)).toMatchObject({ revokedAt })
  })

  it('remembers to the minute when it was used last', async () => {
    const { key, ownerKey } = await createOwnerKey(keeping(), books, 'server')
    const used = async () => (await listOwnerKeys(keeping(), books)).find(({ id }) => id === ownerKey.id)?.lastUsedAt
    expect(await used()).toBeNull()
    const first = now
    await findOwnerKey(keeping(), books, key)
    now = new Date(first.getTime() + 59_000)
    await findOwnerKey(keeping(), books, key)
    expect(await used()).toEqual(first)
    now = new Date(first.getTime() + 60_000)
    await findOwnerKey(keeping(), books, key)
    expect(await used()).toEqual(now)
  })

  it('needs a name that people can read', async () => {
    for (const name of ['', ' ', 'x'.repeat(101), 'a\0b']) {
      await expect(createOwnerKey(keeping(), tea, name)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    }
  })
})
