import { describe, expect, it } from 'vitest'
import type { Lead, Store } from '../../src/generated/prisma/client.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ maxLeads: 1_000 }))
const store = await shop.addStore({ store: { ownerEmail: 'owner@example.com' } })

const thanks = { data: { success: true, message: 'Your message has been received.' } }
const whole = { name: 'Asha', email: 'asha@example.com', phone: '+91 98765 43210', message: 'Do you ship to Goa?' }
const empty = { name: null, email: null, phone: null, message: null }

const leadsOf = ({ id }: Store) =>
  shop.database.prisma.lead.findMany({ where: { storeId: id }, orderBy: { createdAt: 'asc' } })

const leadOf = async (of: Store): Promise<Lead | undefined> => (await leadsOf(of)).at(-1)

const countOf = async ({ id }: Store) =>
  (await shop.database.prisma.storeUsage.findUnique({ where: { storeId: id } }))?.leads ?? 0

const jobsOf = ({ id }: Store) =>
  shop.database.prisma.$queryRaw<{ data: unknown }[]>`
    SELECT data FROM pgboss.job WHERE name = 'lead-notification' AND data->>'storeId' = ${id}`

describe.each(interfaces)('leads over %s', (by) => {
  const client = (of = store) => clientOf(shop, of.subdomain, by)

  it('are kept with all that was given, and counted', async () => {
    const before = await countOf(store)
    expect(await client().submitLead(whole)).toEqual(thanks)
    expect(await leadOf(store)).toMatchObject(whole)
    expect(await countOf(store)).toBe(before + 1)
  })

  it('may be empty', async () => {
    for (const input of [{}, { name: '', email: ' ', phone: null, message: '\n' }]) {
      expect(await client().submitLead(input)).toEqual(thanks)
      expect(await leadOf(store)).toMatchObject(empty)
    }
  })

  it('are without the white space at both ends', async () => {
    await client().submitLead({ name: ' Asha ', email: ' asha@example.com ', message: '\n one\n two \n' })
    expect(await leadOf(store)).toMatchObject({ name: 'Asha', email: 'asha@example.com', message: 'one\n two' })
  })

  it.each([
    ['name', 'Name', 255],
    ['phone', 'Phone', 50],
    ['message', 'Message', 2000],
  ])('have at most so many characters: %s', async (field, label, max) => {
    expect(await client().submitLead({ [field]: '🍵'.repeat(max) })).toEqual(thanks)
    expect(await leadOf(store)).toMatchObject({ [field]: '🍵'.repeat(max) })
    expect(await client().submitLead({ [field]: 'x'.repeat(max + 1) })).toEqual({
      status: 400,
      error: `${label} must be at most ${max} characters`,
    })
  })

  it('take a mail address of 255 characters at most, as browsers do', async () => {
    const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.example`
    const longest = `${'a'.repeat(255 - domain.length - 1)}@${domain}`
    expect(longest).toHaveLength(255)
    expect(await client().submitLead({ email: longest })).toEqual(thanks)
    expect(await client().submitLead({ email: `a${longest}` })).toEqual({
      status: 400,
      error: 'Email must be at most 255 characters',
    })
    for (const email of [
      'asha',
      'asha@',
      '@example.com',
      'a b@example.com',
      'a@b@c',
      'a@example.com\n\nx',
      'é@example.com',
    ])
      expect(await client().submitLead({ email })).toEqual({ status: 400, error: 'Invalid email address.' })
  })

  it('refuse what cannot be stored', async () => {
    for (const field of ['name', 'phone', 'message'])
      expect(await client().submitLead({ [field]: 'a\0b' })).toMatchObject({ status: 400 })
  })

  it('refuse what is no text, and what is no object of fields', async () => {
    for (const input of [
      { name: 5 },
      { email: ['a@example.com'] },
      { message: { text: 'x' } },
      { message: [] },
      [],
      'x',
    ])
      expect(await client().submitLead(input)).toMatchObject({ status: 400, error: expect.any(String) })
  })

  it('are left at active stores only', async () => {
    const off = await shop.addStore({ store: { active: false } })
    for (const subdomain of ['nowhere', off.subdomain])
      expect(await clientOf(shop, subdomain, by).submitLead(whole)).toEqual({ status: 404, error: 'Site not found.' })
    expect(await leadsOf(off)).toEqual([])
  })

  it('are 10 in 15 minutes from one address', async () => {
    const ip = by === 'REST' ? '192.0.2.10' : '192.0.2.11'
    for (let sent = 0; sent < 10; sent += 1) expect(await client().submitLead({}, { ip })).toEqual(thanks)
    expect(await client().submitLead({}, { ip })).toEqual({
      status: 429,
      error: 'Too many submissions. Please try again later.',
      retryAfter: expect.any(Number),
    })
  })

  it('queue a notification each, when the owner has an address', async () => {
    const before = await jobsOf(store)
    await client().submitLead(whole)
    const lead = await leadOf(store)
    expect(await jobsOf(store)).toHaveLength(before.length + 1)
    expect(await jobsOf(store)).toContainEqual({ data: { storeId: store.id, leadId: lead?.id } })

    const nobody = await shop.addStore()
    await client(nobody).submitLead(whole)
    expect(await leadsOf(nobody)).toHaveLength(1)
    expect(await jobsOf(nobody)).toEqual([])
  })

  it('are never more than the store can hold: of 50 at once, the 10 that there is room for', async () => {
    const full = await shop.addStore({ store: { ownerEmail: 'owner@example.com' } })
    await shop.database.prisma.storeUsage.update({ where: { storeId: full.id }, data: { leads: 990 } })
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => client(full).submitLead(whole)))
    expect(outcomes.filter((outcome) => 'data' in outcome)).toHaveLength(10)
    for (const outcome of outcomes.filter((outcome) => 'error' in outcome))
      expect(outcome).toEqual({ status: 429, error: 'This site has reached its lead storage limit.' })
    expect(await leadsOf(full)).toHaveLength(10)
    expect(await jobsOf(full)).toHaveLength(10)
    expect(await countOf(full)).toBe(1_000)
  })

  it('are counted also for a store that has no count yet', async () => {
    const old = await shop.addStore()
    await shop.database.prisma.storeUsage.delete({ where: { storeId: old.id } })
    await Promise.all(Array.from({ length: 20 }, () => client(old).submitLead(whole)))
    expect(await leadsOf(old)).toHaveLength(20)
    expect(await countOf(old)).toBe(20)
  })

  it('count over no table', async () => {
    shop.statements()
    await client().submitLead(whole)
    expect(shop.statements().filter((sql) => /count\(/i.test(sql))).toEqual([])
  })
})
