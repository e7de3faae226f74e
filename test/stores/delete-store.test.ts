import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deleteStore } from '../../src/commerce/stores/delete-store.ts'
import { dataOf, pay } from '../support/buying.ts'
import { onCluster } from '../support/citus-cluster.ts'
import { clientOf } from '../support/client.ts'
import { everyRow, holding } from '../support/every-row.ts'
import { needs, noServer } from '../support/needs.ts'
import { postAsOwner } from '../support/owner.ts'
import { runStorefront, storefront } from '../support/process.ts'
import { rowsOf } from '../support/rows.ts'
import { urlOf } from '../support/served-databases.ts'
import { forAllTests, generousHolds, openShop, SECRETS } from '../support/shop.ts'
import { type Belongings, openTenant } from '../support/tenants.ts'

const LEADS = 2_500

let now = Date.parse('2026-03-01T10:00:00Z')

const pictures = () => [tenant, other].map(({ store, picture }) => [store.id, picture.id] as const)

const deletion = (onProgress?: (done: number, total: number) => void) =>
  deleteStore({ services: shop.services, store: tenant.store, ...(onProgress && { onProgress }) })

describe('deleting a store', () => {
  it('closes it at once for shoppers and for its owner, and can be broken off', async () => {
    const client = clientOf(shop, tenant.store.subdomain, 'REST')
    expect(await client.products()).toHaveProperty('data')
    let steps = 0
    const killed = deletion(() => {
      steps += 1
      if (steps === 5) throw new Error('killed')
    })
    const refused = expect(killed).rejects.toThrow('killed')
    const { prisma } = shop.database
    await expect
      .poll(async () => (await prisma.store.findUniqueOrThrow({ where: { id: tenant.store.id } })).active)
      .toBe(false)
    expect(await client.products()).toMatchObject({ status: 404, error: 'Site not found' })
    expect(await postAsOwner(shop, tenant.store.subdomain, tenant.ownerKey, '{ store { name } }')).toMatchObject({
      status: 401,
    })
    await refused
    expect(await prisma.store.count({ where: { id: tenant.store.id } })).toBe(1)
  })

  it('goes on where it was, while notices and requests still come, and leaves the other store alone', async () => {
    const before = await rowsOf(shop, await storeOf(other))
    const seen: [number, number][] = []
    const [rows, verified] = await Promise.all([
      deletion((done, total) => seen.push([done, total])),
      clientOf(shop, tenant.store.subdomain, 'REST').verify(tenant.receipt),
    ])
    // What was bought settles, unless it is gone already.
    expect(verified).not.toMatchObject({ status: 500 })
    expect(rows).toBeGreaterThan(50)
    const [done, total] = seen.at(-1) ?? []
    expect(done).toBe(total)
    const left = holding(await everyRow(shop), [tenant.store.id, tenant.store.subdomain, tenant.customer.name])
    expect(left).toEqual([])
    expect(await rowsOf(shop, await storeOf(other))).toEqual(before)
    const whole = { width: null, format: 'webp' } as const
    const files = await Promise.all(pictures().map((picture) => shop.services.media.find(...picture, whole)))
    expect(files.map((file) => file?.toString())).toEqual([undefined, 'a picture'])
    const client = clientOf(shop, other.store.subdomain, 'REST')
    const items = [{ id: other.product.id, qty: 1, variant: { size: '250g' } }]
    const buyer = { name: 'Ravi', phone: '9876500000', address: '12 Lake Road' }
    const order = await dataOf(client.checkout({ buyer, items }))
    await dataOf(client.verify(await pay(shop, order.providerOrderId)))
  })

  it('leaves the name to another store, where its customers are strangers', async () => {
    await shop.addStore({ store: { subdomain: tenant.store.subdomain } })
    const client = clientOf(shop, tenant.store.subdomain, 'REST')
    expect(await client.me({ token: tenant.customer.token })).toMatchObject({ status: 401 })
    expect(shop.secrets.lines.filter((line) => line.includes('A store was deleted'))).toHaveLength(1)
  })
})

it.skipIf(onCluster())('goes on after its process was killed', needs(noServer), async () => {
  const { prisma } = shop.database
  const store = await shop.addStore({ store: { subdomain: 'large-store' } })
  await fillWithLeads(store.id, 40_000)
  const [database] = await prisma.$queryRaw<{ name: string }[]>`SELECT current_database()::text AS name`
  const DATABASE_URL = urlOf(process.env.DATABASE_URL ?? '', database?.name ?? '')
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'storefront-data-'))
  const args = ['store', 'delete', store.subdomain, '--confirm', store.subdomain]
  const env = { DATABASE_URL, DATA_DIR, SECRETS: SECRETS.join() }
  const killed = storefront(args, env)
  const ended = once(killed, 'close')
  const leads = () => prisma.lead.count({ where: { storeId: store.id } })
  await expect.poll(leads, { interval: 5, timeout: 120_000 }).toBeLessThan(40_000)
  killed.kill('SIGKILL')
  await ended
  expect(await leads()).toBeGreaterThan(0)
  expect(await prisma.store.findUnique({ where: { id: store.id } })).toMatchObject({ active: false })
  expect(await runStorefront(args, env)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Deleted large-store: /),
  })
  expect(holding(await everyRow(shop), [store.id])).toEqual([])
  await rm(DATA_DIR, { recursive: true })
})

const fillWithLeads = (storeId: string, count: number) => shop.database.prisma.$executeRaw`
  INSERT INTO leads (store_id, id, message, created_at)
  SELECT ${storeId}::uuid, gen_random_uuid(), 'Hello ' || n, now() FROM generate_series(1, ${count}::int) AS n`

const shop = await forAllTests(openShop({ clock: () => new Date(now), limitsOff: true, holdLimits: generousHolds }))
const tick = () => {
  now += 1_000
}
const tenant = await openTenant(shop, { name: 'briar', number: 72 }, tick)
const other = await openTenant(shop, { name: 'zephyr', number: 95 }, tick)
await fillWithLeads(tenant.store.id, LEADS)
for (const picture of pictures()) await shop.services.media.store(...picture, Buffer.from('a picture'))

const storeOf = ({ store }: Belongings) => shop.database.prisma.store.findUniqueOrThrow({ where: { id: store.id } })
