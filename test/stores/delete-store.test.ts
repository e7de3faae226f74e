import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteStore } from '../../src/stores/delete-store.ts'
import { dataOf, pay } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { everyRow, holding } from '../support/every-row.ts'
import { postAsOwner } from '../support/owner.ts'
import { rowsOf } from '../support/rows.ts'
import { generousHolds, openShop, type Shop } from '../support/shop.ts'
import { type Belongings, openTenant } from '../support/tenants.ts'

const LEADS = 2_500

let now = Date.parse('2026-03-01T10:00:00Z')
let shop: Shop
let tenant: Belongings
let other: Belongings

beforeAll(async () => {
  shop = await openShop({ clock: () => new Date(now), limitsOff: true, holdLimits: generousHolds })
  const tick = () => {
    now += 1_000
  }
  tenant = await openTenant(shop, { name: 'briar', number: 72 }, tick)
  other = await openTenant(shop, { name: 'zephyr', number: 95 }, tick)
  const { id } = tenant.store
  await shop.database.prisma.$executeRaw`
    INSERT INTO leads (store_id, id, message, created_at)
    SELECT ${id}::uuid, gen_random_uuid(), 'Hello ' || n, now() FROM generate_series(1, ${LEADS}::int) AS n`
})
afterAll(() => shop.close())

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
    const client = clientOf(shop, other.store.subdomain, 'REST')
    const items = [{ id: other.product.id, qty: 1, variant: { size: '250g' } }]
    const order = await dataOf(client.checkout({ buyer: { name: 'Ravi', phone: '9876500000' }, items }))
    await dataOf(client.verify(await pay(shop, order.providerOrderId)))
  })

  it('leaves the name to another store, where its customers are strangers', async () => {
    await shop.addStore({ store: { subdomain: tenant.store.subdomain } })
    const client = clientOf(shop, tenant.store.subdomain, 'REST')
    expect(await client.me({ token: tenant.customer.token })).toMatchObject({ status: 401 })
    expect(shop.secrets.lines.filter((line) => line.includes('A store was deleted'))).toHaveLength(1)
  })
})

const storeOf = ({ store }: Belongings) => shop.database.prisma.store.findUniqueOrThrow({ where: { id: store.id } })
