import { beforeAll, describe, expect, it } from 'vitest'
import { atOnce, placedOf, productIdOf, tally } from '../../support/buying.ts'
import { newPhone } from '../../support/phones.ts'
import { forAllTests, openShop } from '../../support/shop.ts'
import { type CashStore, openCashStore } from './cash-store.ts'

const TOO_MANY = '400 Too many orders to pay on delivery. Please pay one, or wait.'

let cash: CashStore
let cup: string
let now = new Date('2026-06-01T10:00:00Z')
const shop = await forAllTests(openShop({ clock: () => now, limitsOff: true }))
beforeAll(async () => {
  cash = await openCashStore(shop)
  cup = await productIdOf(shop, cash.store, 'cup')
})

const checkout = (phone: string, { paymentMethod = 'cod', token }: { paymentMethod?: string; token?: string } = {}) =>
  cash.client.checkout(
    { items: [{ id: cup, qty: 1 }], buyer: { name: 'A', phone, address: '4 Hill Road' }, paymentMethod },
    { token },
  )
const open = (phone: string) =>
  shop.database.prisma.order.findMany({ where: { storeId: cash.store.id, buyerPhoneDigits: { endsWith: phone } } })

describe('orders to be paid on delivery or by hand', () => {
  it('are at most 3 of a phone, however it is written, at whatever address', async () => {
    const phone = newPhone()
    const outcomes = await atOnce(40, (index) => checkout(index % 2 === 0 ? phone : `+91 ${phone}`))
    expect(tally(outcomes)).toEqual({ ok: 3, [TOO_MANY]: 37 })
    expect(await open(phone)).toHaveLength(3)
  })

  it('are at most 3 of a phone also where the owner confirms them', async () => {
    const phone = newPhone()
    expect(tally(await atOnce(10, () => checkout(phone, { paymentMethod: 'bank' })))).toEqual({ ok: 3, [TOO_MANY]: 7 })
    now = new Date(now.getTime() + 48 * 3_600_000)
    expect(tally([await checkout(phone, { paymentMethod: 'bank' })])).toEqual({ ok: 1 })
  })

  it('are at most 3 of a customer, whatever phones they name', async () => {
    const { token } = cash.asha
    const outcomes = await atOnce(6, () => checkout(newPhone(), { token }))
    expect(tally(outcomes)).toEqual({ ok: 3, [TOO_MANY]: 3 })
    const [first] = placedOf(outcomes)
    await cash.record(first.orderNo, 'pays')
    expect(tally(await atOnce(3, () => checkout(newPhone(), { token })))).toEqual({ ok: 1, [TOO_MANY]: 2 })
  })

  it.each(['cancelled', 'delivered', 'refused'])('make room for another once one is %s', async (end) => {
    const phone = newPhone()
    const [first] = placedOf(await atOnce(3, () => checkout(phone)))
    expect(tally([await checkout(phone)])).toEqual({ [TOO_MANY]: 1 })
    if (end !== 'cancelled') await cash.move(first.orderNo, 'SHIPPED')
    expect(tally([await checkout(phone)])).toEqual({ [TOO_MANY]: 1 })
    await cash.move(first.orderNo, end === 'delivered' ? 'DELIVERED' : 'CANCELLED')
    expect(tally([await checkout(phone)])).toEqual({ ok: 1 })
  })

  it('stay open, in part paid, until all of it is', async () => {
    const phone = newPhone()
    const [first] = placedOf(await atOnce(3, () => checkout(phone)))
    await cash.record(first.orderNo, `part ${phone}`.replace(' ', '-'), { amount: 1 })
    expect(tally([await checkout(phone)])).toEqual({ [TOO_MANY]: 1 })
    await cash.record(first.orderNo, `rest-${phone}`)
    expect(tally([await checkout(phone)])).toEqual({ ok: 1 })
  })

  it('count refused parcels one by one, also when many are refused at once', async () => {
    const phone = newPhone()
    const placed = placedOf(await atOnce(3, () => checkout(phone)))
    for (const { orderNo } of placed) await cash.move(orderNo, 'SHIPPED')
    await Promise.all(placed.map(({ orderNo }) => cash.move(orderNo, 'CANCELLED')))
    const buyerKey = shop.services.keyedHash.of(cash.store.id, `phone:${phone}`)
    const where = { storeId_buyerKey: { storeId: cash.store.id, buyerKey } }
    expect(await shop.database.prisma.refusedDelivery.findUnique({ where })).toMatchObject({ count: 3 })
  })
})
