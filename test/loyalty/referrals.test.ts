import { describe, expect, it } from 'vitest'
import { ownAddress } from '../support/addresses.ts'
import { atOnce, balanceOf, dataOf, tally } from '../support/buying.ts'
import type { Caller } from '../support/call.ts'
import { clientOf, interfaces, type StorefrontClient } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'

const addStore = (enabled = true) =>
  shop.addStore({ store: { timeZone: 'Asia/Kolkata', loyalty: { enabled, earnRate: 0.1, redeemRate: 1 } } })

let now: Date = new Date('2026-06-01T10:00:00Z')
const shop = await forAllTests(openShop({ clock: () => now, policies: { signup: unlimited } }))
const store = await addStore()

describe.each(interfaces)('a referral over %s', (by) => {
  const client = clientOf(shop, store.subdomain, by)

  const signUp = (
    refCode?: string,
    { phone = newPhone(), at = client, ...caller }: Caller & { phone?: string; at?: StorefrontClient } = {},
  ) => at.signUp({ name: 'Meera', phone, password: 'secret1', refCode }, caller)

  async function referrer(at = store, phone = newPhone()) {
    const { customer } = await dataOf(signUp(undefined, { phone, at: clientOf(shop, at.subdomain, by) }))
    const where = { storeId_phone: { storeId: at.id, phone } }
    const { id } = await shop.database.prisma.customer.findUniqueOrThrow({ where })
    return { id, code: customer.referral_code as string, points: () => balanceOf(shop, at, id) }
  }

  const referredBy = async (phone: string) =>
    (await shop.database.prisma.customer.findFirstOrThrow({ where: { storeId: store.id, phone } })).referredById

  it('gives the referrer 50 points, once, and the new customer none', async () => {
    const asha = await referrer()
    const phone = newPhone()
    await dataOf(signUp(` ${asha.code.toLowerCase()} `, { phone }))
    expect(await asha.points()).toBe(50)
    expect(await signUp(asha.code, { phone })).toMatchObject({ status: 400 })
    expect(await asha.points()).toBe(50)

    const { prisma } = shop.database
    const meera = await prisma.customer.findFirstOrThrow({ where: { storeId: store.id, phone } })
    expect(meera).toMatchObject({ points: 0, referredById: asha.id })
    expect(await prisma.loyaltyEntry.findMany({ where: { storeId: store.id, customerId: asha.id } })).toMatchObject([
      { kind: 'REFERRAL', points: 50, balanceAfter: 50, referredId: meera.id },
    ])
  })

  it('by a code that nobody has makes the account, and earns nothing', async () => {
    const entries = () => shop.database.prisma.loyaltyEntry.count({ where: { storeId: store.id } })
    const before = await entries()
    for (const refCode of ['NOBODY00', 'x', '💐', 'y'.repeat(255)]) {
      const phone = newPhone()
      expect(await signUp(refCode, { phone })).toHaveProperty('data.token')
      expect(await referredBy(phone)).toBeNull()
    }
    expect(await entries()).toBe(before)
  })

  it('by a code of another store does nothing there or here', async () => {
    const stranger = await referrer(await addStore())
    const phone = newPhone()
    expect(await signUp(stranger.code, { phone })).toHaveProperty('data.token')
    expect(await referredBy(phone)).toBeNull()
    expect(await stranger.points()).toBe(0)
  })

  it('is recorded, and earns nothing, where the store has no loyalty program', async () => {
    const plain = await addStore(false)
    const asha = await referrer(plain)
    const phone = newPhone()
    await dataOf(signUp(asha.code, { phone, at: clientOf(shop, plain.subdomain, by) }))
    expect(await asha.points()).toBe(0)
    const meera = await shop.database.prisma.customer.findFirstOrThrow({ where: { storeId: plain.id, phone } })
    expect(meera.referredById).toBe(asha.id)
  })

  it('earns points for twenty new customers on one day of the store, not for the next', async () => {
    // A minute before midnight in Kolkata.
    now = new Date('2026-06-01T18:29:00Z')
    const asha = await referrer()
    for (let count = 1; count <= 19; count += 1) await dataOf(signUp(asha.code))
    expect(await asha.points()).toBe(950)
    await dataOf(signUp(asha.code))
    expect(await asha.points()).toBe(1000)
    const phone = newPhone()
    expect(await signUp(asha.code, { phone })).toHaveProperty('data.token')
    expect(await asha.points()).toBe(1000)
    expect(await referredBy(phone)).toBe(asha.id)
    now = new Date('2026-06-01T18:30:00Z')
    await dataOf(signUp(asha.code))
    expect(await asha.points()).toBe(1050)
  })

  it('earns points three times for sign-ups from one address on one day of the store, whoever refers', async () => {
    now = new Date('2026-06-03T18:29:00Z')
    const ip = `2001:db8:${by.length}:1::1`
    const neighbour = { ip: `2001:db8:${by.length}:1::2` }
    const [asha, ravi] = [await referrer(), await referrer()]
    await dataOf(signUp(asha.code, { ip }))
    await dataOf(signUp(asha.code, neighbour))
    await dataOf(signUp(ravi.code, { ip }))
    expect([await asha.points(), await ravi.points()]).toEqual([100, 50])
    const phone = newPhone()
    expect(await signUp(asha.code, { phone, ip })).toHaveProperty('data.token')
    expect(await signUp(ravi.code, neighbour)).toHaveProperty('data.token')
    expect([await asha.points(), await ravi.points()]).toEqual([100, 50])
    expect(await referredBy(phone)).toBe(asha.id)

    await dataOf(signUp(asha.code))
    expect(await asha.points()).toBe(150)
    const other = await addStore()
    const theirs = await referrer(other)
    await dataOf(signUp(theirs.code, { ip, at: clientOf(shop, other.subdomain, by) }))
    expect(await theirs.points()).toBe(50)
    now = new Date('2026-06-03T18:30:00Z')
    await dataOf(signUp(ravi.code, { ip }))
    expect(await ravi.points()).toBe(100)
  })

  it('that earns nothing takes none of the address’s three', async () => {
    const ip = ownAddress()
    const asha = await referrer()
    for (let count = 0; count < 4; count += 1) await dataOf(signUp(undefined, { ip }))
    for (let count = 0; count < 4; count += 1) await dataOf(signUp('NOBODY00', { ip }))
    for (let count = 0; count < 4; count += 1) await dataOf(signUp(asha.code, { ip }))
    expect(await asha.points()).toBe(150)
  })

  it('of one’s own phone, written with the country’s digits, earns nothing', async () => {
    const phone = newPhone()
    const asha = await referrer(store, phone)
    for (const again of [`+91 ${phone}`, `0${phone}`]) {
      expect(await signUp(asha.code, { phone: again })).toHaveProperty('data.token')
    }
    expect(await asha.points()).toBe(0)
    expect(await referredBy(`91${phone}`)).toBe(asha.id)
    const abroad = await referrer(store, `44${newPhone()}`)
    await dataOf(signUp(abroad.code))
    expect(await abroad.points()).toBe(50)
  })

  it('of many at once from one address earns points three times, of many at once by one customer twenty times', async () => {
    const [asha, ravi] = [await referrer(), await referrer()]
    const ip = ownAddress()
    const fromOne = await atOnce(12, (at) => signUp(at % 2 ? asha.code : ravi.code, { ip }))
    expect(tally(fromOne)).toEqual({ ok: 12 })
    expect((await asha.points()) + (await ravi.points())).toBe(150)
    const meera = await referrer()
    expect(tally(await atOnce(24, () => signUp(meera.code)))).toEqual({ ok: 24 })
    expect(await meera.points()).toBe(1000)
  })
})
