import { describe, expect, it } from 'vitest'
import { ownAddress } from '../../support/addresses.ts'
import { atOnce, dataOf, orderRow, pay, productIdOf, tally } from '../../support/buying.ts'
import { clientOf, interfaces } from '../../support/client.ts'
import { ownerOf } from '../../support/owner.ts'
import { newPhone } from '../../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../../support/shop.ts'
import { cod, openCashStore, setPaymentMethods } from './cash-store.ts'

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: { ...generousHolds, addressOrders: 3 } }))
const TOO_MANY = '400 Too many orders to pay on delivery. Please pay one, or wait.'

describe.each(interfaces)('orders to be paid on delivery, over %s', (by) => {
  it('are counted by the address of guests, whatever phones they give', async () => {
    const cash = await openCashStore(shop, by)
    const cup = await productIdOf(shop, cash.store, 'cup')
    const checkout = (ip: string) => {
      const input = {
        items: [{ id: cup, qty: 1 }],
        buyer: { name: 'Ravi', phone: newPhone(), address: '4 Hill Road' },
        paymentMethod: 'cod',
      }
      return cash.client.checkout(input, { ip })
    }
    const address = ownAddress()
    const first = await dataOf(checkout(address))
    expect(tally([await checkout(address), await checkout(address), await checkout(address)])).toEqual({
      ok: 2,
      [TOO_MANY]: 1,
    })
    expect(tally([await checkout(ownAddress())])).toEqual({ ok: 1 })
    const { payerAddress } = await orderRow(shop, cash.store, first.orderNo)
    expect(payerAddress).toMatch(/^hmac:/)
    await cash.record(first.orderNo, 'paid')
    expect(tally([await checkout(address)])).toEqual({ ok: 1 })
  })

  it('are counted so when all are placed at once', async () => {
    const cash = await openCashStore(shop, by)
    const cup = await productIdOf(shop, cash.store, 'cup')
    const ip = ownAddress()
    const checkout = () => {
      const input = {
        items: [{ id: cup, qty: 1 }],
        buyer: { name: 'Ravi', phone: newPhone(), address: '4 Hill Road' },
        paymentMethod: 'cod',
      }
      return cash.client.checkout(input, { ip })
    }
    expect(tally(await atOnce(12, checkout))).toEqual({ ok: 3, [TOO_MANY]: 9 })
  })

  it('wait for the owner beyond a total or a number of units', async () => {
    const cash = await openCashStore(shop, by)
    await setPaymentMethods(shop, cash.store, [{ ...cod, confirmAboveTotal: 50_000n, confirmAboveUnits: 5 }])
    const cup = await productIdOf(shop, cash.store, 'cup')
    const tea = await productIdOf(shop, cash.store, 'tea')
    const statusOf = async (id: string, qty: number) => {
      const buyer = { name: 'Ravi', phone: newPhone(), address: '4 Hill Road' }
      const input = { items: [{ id, qty }], buyer, paymentMethod: 'cod' }
      const { orderNo } = await dataOf(cash.client.checkout(input, { ip: ownAddress() }))
      return (await orderRow(shop, cash.store, orderNo)).status
    }
    // 270 and 520 with the fee of 20.
    expect(await statusOf(cup, 5)).toBe('CONFIRMED')
    expect(await statusOf(tea, 5)).toBe('PENDING')
    expect(await statusOf(cup, 6)).toBe('PENDING')
  })
})

it('the owner sets from what on orders wait', async () => {
  const { owner } = await openCashStore(shop)
  const save =
    'mutation ($input: PaymentMethodInput!) { upsertPaymentMethod(input: $input) { confirmAboveTotal confirmAboveUnits } }'
  const bounds = { confirmAboveTotal: 499.5, confirmAboveUnits: 20 }
  const input = { code: 'door', kind: 'COD', name: 'At the door', ...bounds }
  expect(await owner.ask(save, { input })).toEqual({ upsertPaymentMethod: bounds })
})

describe.each(interfaces)('a code that may be used once, over %s', (by) => {
  it.each([
    { when: 'one after the other', parallel: 1 },
    { when: 'all at once', parallel: 4 },
  ])('marks each order but the first when replaced ones are paid, too, $when', async ({ parallel }) => {
    const store = await shop.addStore({
      store: { payments: { provider: 'sandbox' } },
      products: [{ slug: 'tea', name: 'Tea', price: 100 }],
      discounts: [{ code: 'ONCE', type: 'fixed', value: 10, usageLimit: 1 }],
    })
    const client = clientOf(shop, store.subdomain, by)
    const owner = await ownerOf(shop, store)
    const id = await productIdOf(shop, store, 'tea')
    const [ip, buyer] = [ownAddress(), { name: 'Ravi', phone: newPhone(), address: '4 Hill Road' }]
    const placed: any[] = []
    for (let n = 0; n < 4; n += 1) {
      placed.push(await dataOf(client.checkout({ items: [{ id, qty: 1 }], buyer, discountCode: 'ONCE' }, { ip })))
    }
    const receipts: Record<string, unknown>[] = []
    for (const { providerOrderId } of placed) receipts.push(await pay(shop, providerOrderId))
    for (let at = 0; at < 4; at += parallel) {
      await Promise.all(receipts.slice(at, at + parallel).map((receipt) => dataOf(client.verify(receipt))))
    }
    const alerts: (string | null)[] = []
    for (const { orderNo } of placed) {
      const query = 'query ($n: String!) { order(orderNo: $n) { needsAttention } }'
      alerts.push((await owner.ask(query, { n: orderNo })).order.needsAttention)
    }
    const alert = 'Its discount code ONCE had been used as often as it may be: the discount was given once more.'
    expect(alerts.filter((found) => found === alert)).toHaveLength(3)
    expect(alerts.filter((found) => found === null)).toHaveLength(1)
  })
})
