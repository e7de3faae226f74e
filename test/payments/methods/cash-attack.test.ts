import { describe, expect, it } from 'vitest'
import { ownAddress } from '../../support/addresses.ts'
import { dataOf, orderRow, productIdOf, stockOf, tally } from '../../support/buying.ts'
import { clientOf, interfaces } from '../../support/client.ts'
import { newPhone } from '../../support/phones.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const DAY_MS = 86_400_000
const TOO_MANY = '400 Too many orders to pay on delivery. Please pay one, or wait.'

let now = new Date('2026-06-01T10:00:00Z')
// With the usual `HOLD_LIMITS`.
const shop = await forAllTests(openShop({ clock: () => now, limitsOff: true }))

async function openStore(by: (typeof interfaces)[number], stock: number) {
  const store = await shop.addStore({
    store: { paymentMethods: [{ code: 'cod', kind: 'cod', name: 'Cash on delivery' }] },
    products: [
      { slug: 'tea', name: 'Tea', price: 100, stock },
      { slug: 'sized', name: 'Sencha', price: 100, variants: [{ options: { size: '50g' }, stock }] },
      { slug: 'cup', name: 'Cup', price: 50 },
    ],
  })
  const client = clientOf(shop, store.subdomain, by)
  const ids = new Map<string, string>()
  for (const slug of ['tea', 'sized', 'cup']) ids.set(slug, await productIdOf(shop, store, slug))
  const order = (slug: string, qty: number, ip: string, token?: string) => {
    const variant = slug === 'sized' ? { variant: { size: '50g' } } : {}
    const items = [{ id: ids.get(slug), qty, ...variant }]
    return client.checkout(
      { items, buyer: { name: 'Ravi', phone: newPhone(), address: '4 Hill Road' }, paymentMethod: 'cod' },
      { ip, token },
    )
  }
  const statusOf = async (placed: ReturnType<typeof order>) =>
    (await orderRow(shop, store, (await dataOf(placed)).orderNo)).status
  return { store, client, order, statusOf }
}

describe.each(interfaces)('orders on delivery from one address, over %s', (by) => {
  it('take a tenth of the stock at once; the others wait for the owner', async () => {
    const { store, order } = await openStore(by, 6_000)
    const ip = ownAddress()
    const outcomes = []
    for (let at = 0; at < 60; at += 1) outcomes.push(await order('tea', 99, ip))
    expect(tally(outcomes)).toEqual({ ok: 50, [TOO_MANY]: 10 })
    // 5 × 99, since 6 × 99 is more than a tenth of the 5,505 that are left.
    expect(await stockOf(shop, store, 'tea')).toBe(6_000 - 5 * 99)
    const confirmed = await shop.database.prisma.order.count({ where: { storeId: store.id, status: 'CONFIRMED' } })
    expect(confirmed).toBe(5)
  })

  it('are counted with those of new accounts, and by variants', async () => {
    const { client, order, statusOf } = await openStore(by, 300)
    const ip = ownAddress()
    const statuses: string[] = []
    for (let at = 0; at < 5; at += 1) {
      const { token } = await dataOf(client.signUp({ name: 'Ravi', phone: newPhone(), password: 'correct horse' }))
      statuses.push(await statusOf(order('sized', 20, ip, token)))
    }
    expect(statuses).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'PENDING', 'PENDING'])
    // What is not counted cannot run out, and other addresses have their own tenth.
    expect(await statusOf(order('cup', 50, ip))).toBe('CONFIRMED')
    expect(await statusOf(order('sized', 20, ownAddress()))).toBe('CONFIRMED')
    expect(await statusOf(order('tea', 5, ip))).toBe('CONFIRMED')
  })

  it('count for a day, though nobody records that they were paid', async () => {
    const { order, statusOf } = await openStore(by, 300)
    const ip = ownAddress()
    for (let at = 0; at < 50; at += 1) await dataOf(order('cup', 1, ip))
    expect(tally([await order('cup', 1, ip)])).toEqual({ [TOO_MANY]: 1 })
    now = new Date(now.getTime() + DAY_MS)
    expect(await statusOf(order('cup', 1, ip))).toBe('CONFIRMED')
    expect(await statusOf(order('tea', 99, ip))).toBe('CONFIRMED')
  })
})
