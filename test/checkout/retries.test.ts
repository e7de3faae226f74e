import { expect, it } from 'vitest'
import { ownAddress } from '../support/addresses.ts'
import {
  atOnce,
  dataOf,
  holdsOf,
  pay,
  placedOf,
  productIdOf,
  signUpWithPoints,
  stockOf,
  tally,
  usesOf,
} from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const NOTHING_LEFT = '400 No valid items in cart'
const LASTS = Array.from({ length: 20 }, (_, at) => `last-${at}`)

const shop = await forAllTests(openShop({ limitsOff: true }))
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' }, loyalty: { enabled: true, earnRate: 0, redeemRate: 1 } },
  products: [
    { slug: 'cupcake', name: 'Cupcake', price: 100, stock: 300 },
    { slug: 'last', name: 'Last one', price: 100, stock: 1 },
    ...LASTS.map((slug) => ({ slug, name: 'Last one', price: 500, stock: 1 })),
  ],
  discounts: [
    { code: 'HUNDRED', type: 'fixed', value: 10, usageLimit: 100, perCustomerLimit: 1 },
    { code: 'ONCE', type: 'fixed', value: 10, perCustomerLimit: 1 },
  ],
})
const client = clientOf(shop, store.subdomain, 'REST')

const itemsOf = async (slug: string, qty = 1) => [{ id: await productIdOf(shop, store, slug), qty }]
const ordersOf = (slug: string) =>
  shop.database.prisma.order.findMany({ where: { storeId: store.id, items: { some: { name: slug } } } })

it('a hundred buyers who each check out three times at once and pay the last time get three of 300 each', async () => {
  const items = await itemsOf('cupcake', 3)
  // Two behind each address.
  const addresses = Array.from({ length: 50 }, () => ownAddress())
  const buyers = Array.from({ length: 100 }, (_, at) => ({
    input: { items, buyer: { name: 'Ravi', phone: newPhone() }, discountCode: 'HUNDRED' },
    caller: { ip: addresses[at % 50] },
  }))
  await atOnce(100, async (at) => {
    const { input, caller } = buyers[at] ?? { input: {} }
    let placed: any
    for (let time = 1; time <= 3; time += 1) {
      const [outcome] = await atOnce(1, () => client.checkout(input, caller))
      placed = await dataOf(Promise.resolve(outcome))
      expect(placed.breakdown).toMatchObject({ subtotal: 300, discount: 10 })
    }
    const receipt = await pay(shop, placed.providerOrderId)
    const [verified] = await atOnce(1, () => client.verify(receipt))
    expect(verified).toEqual({ data: { success: true } })
  })
  const orders = await ordersOf('Cupcake')
  expect(orders).toHaveLength(300)
  expect(orders.filter(({ status }) => status === 'CONFIRMED')).toHaveLength(100)
  expect(orders.filter(({ needsAttention }) => needsAttention !== null)).toEqual([])
  expect(await stockOf(shop, store, 'cupcake')).toBe(0)
  expect(await usesOf(shop, store, 'HUNDRED')).toEqual({ counted: 100, held: 0 })
  expect(await holdsOf(shop, store)).toBe(0)
})

it('of guests behind one address, and of one phone at many, one gets the last unit, however often all try', async () => {
  const items = await itemsOf('last')
  const [ip, phone] = [ownAddress(), newPhone()]
  const phones = Array.from({ length: 10 }, () => newPhone())
  const outcomes = await atOnce(60, (at) =>
    at % 2
      ? client.checkout({ items, buyer: { name: 'Ravi', phone: phones[at % 10] } }, { ip })
      : client.checkout({ items, buyer: { name: 'Ravi', phone } }, { ip: `198.51.100.${at}` }),
  )
  const { ok = 0, [NOTHING_LEFT]: refused = 0, ...others } = tally(outcomes)
  expect({ count: ok + refused, others }).toEqual({ count: 60, others: {} })
  const buyers = new Set((await ordersOf('Last one')).map(({ buyerPhone }) => buyerPhone))
  expect(buyers.size).toBe(1)
  expect(await holdsOf(shop, store)).toBe(1)
  await shop.database.prisma.stockHold.deleteMany({ where: { storeId: store.id } })
})

it.each(['pay', 'fail'] as const)(
  'an older order whose buyer tries again at the moment when it is paid (%s) is settled once, and nothing is oversold',
  async (outcome) => {
    const before = await shop.database.prisma.order.count({ where: { storeId: store.id } })
    const slugs = LASTS.slice(outcome === 'pay' ? 0 : 10).slice(0, 10)
    const rounds = await Promise.all(
      slugs.map(async (slug) => {
        const { token } = await signUpWithPoints(shop, store, client, 100)
        const items = await itemsOf(slug)
        const input = { items, buyer: { name: 'Ravi', phone: newPhone() }, loyaltyPoints: 100, discountCode: 'ONCE' }
        const older = await dataOf(client.checkout(input, { token }))
        return { slug, token, input, older, receipt: await pay(shop, older.providerOrderId, outcome) }
      }),
    )
    const outcomes = await atOnce(40, (at) => {
      const { receipt, input, token } = rounds[at >> 2] ?? { receipt: {}, input: {} }
      return at % 2 ? client.verify(receipt) : client.checkout(input, { token })
    })
    const newer = placedOf(outcomes).filter(({ orderNo }) => orderNo)
    const statuses = tally(outcomes)
    const expected = outcome === 'pay' ? ['ok', NOTHING_LEFT] : ['ok', '400 Invalid signature']
    expect(Object.keys(statuses).filter((status) => !expected.includes(status))).toEqual([])
    expect(await shop.database.prisma.order.count({ where: { storeId: store.id } })).toBe(before + 10 + newer.length)

    for (const { providerOrderId } of newer) await dataOf(client.verify(await pay(shop, providerOrderId)))
    for (const { slug, older } of rounds) {
      expect(await stockOf(shop, store, slug)).toBe(0)
      const items = await shop.database.prisma.orderItem.findMany({
        where: { storeId: store.id, productId: await productIdOf(shop, store, slug) },
        include: { order: true },
      })
      expect(items.reduce((sum, { stockTaken }) => sum + stockTaken, 0)).toBe(1)
      const paid = items.filter(({ order }) => order.status === 'CONFIRMED')
      expect(paid.filter(({ order }) => order.needsAttention === null)).toHaveLength(1)
      expect(paid).toHaveLength(items.length - (outcome === 'fail' ? 1 : 0))
      const row = items.find(({ order }) => order.orderNo === older.orderNo)
      expect(row?.order.status).toBe(outcome === 'pay' ? 'CONFIRMED' : 'FAILED')
    }
    expect(await holdsOf(shop, store)).toBe(0)
  },
)
