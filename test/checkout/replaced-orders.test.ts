import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { ownAddress } from '../support/addresses.ts'
import { dataOf, orderRow, pay, productIdOf } from '../support/buying.ts'
import type { Caller } from '../support/call.ts'
import { clientOf, interfaces, type StorefrontClient } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'

let store: Store
let ids: Record<'cup' | 'tea', string>

const shop = await forAllTests(openShop({ policies: { checkout: unlimited, track: unlimited } }))

beforeEach(async () => {
  store = await shop.addStore({
    store: { payments: { provider: 'sandbox' } },
    products: [
      { slug: 'cup', name: 'Last cup', price: 500, stock: 1 },
      { slug: 'tea', name: 'Assam', price: 100 },
    ],
    discounts: [{ code: 'ONCE', type: 'fixed', value: 10, usageLimit: 1 }],
  })
  ids = { cup: await productIdOf(shop, store, 'cup'), tea: await productIdOf(shop, store, 'tea') }
})

describe.each(interfaces)('an order in whose place its buyer has placed another, over %s', (by) => {
  let client: StorefrontClient
  let buyer: { name: string; phone: string }
  let caller: Caller
  beforeEach(() => {
    client = clientOf(shop, store.subdomain, by)
    buyer = { name: 'Ravi', phone: newPhone() }
    caller = { ip: ownAddress() }
  })

  const place = (items: { id: string; qty: number }[], more: object = {}) =>
    dataOf(client.checkout({ buyer, items, ...more }, caller))
  const shown = async (orderNo: string) => (await dataOf(client.trackOrder({ orderNo, phone: buyer.phone }))).order

  it('names the other with its total, until it is paid itself; its code is then reported to the owner', async () => {
    const { cart } = await dataOf(client.createCart({ items: [{ id: ids.tea, qty: 1 }], discountCode: 'ONCE' }, caller))
    const placeCart = () => dataOf(client.checkout({ buyer, cartId: cart.id }, caller))
    const first = await placeCart()
    expect(await shown(first.orderNo)).not.toHaveProperty('replaced_by')
    await dataOf(client.updateCart(cart.id, { items: [{ id: ids.tea, qty: 3 }] }, caller))
    const second = await placeCart()
    const replacedBy = { order_no: second.orderNo, total: 290, currency: 'INR' }
    expect(await shown(first.orderNo)).toMatchObject({ status: 'pending', total: 90, replaced_by: replacedBy })
    expect(await shown(second.orderNo)).not.toHaveProperty('replaced_by')

    await dataOf(client.verify(await pay(shop, second.providerOrderId)))
    expect(await shown(first.orderNo)).toMatchObject({ replaced_by: replacedBy })
    await dataOf(client.verify(await pay(shop, first.providerOrderId)))
    expect(await shown(first.orderNo)).not.toHaveProperty('replaced_by')
    expect(await orderRow(shop, store, first.orderNo)).toMatchObject({
      status: 'CONFIRMED',
      alerts: [{ kind: 'code_used_up', code: 'ONCE' }],
    })
  })

  it('names the last one of several', async () => {
    const first = await place([{ id: ids.cup, qty: 1 }])
    const second = await place([{ id: ids.cup, qty: 1 }])
    const third = await place([{ id: ids.cup, qty: 1 }])
    for (const { orderNo } of [first, second]) {
      expect(await shown(orderNo)).toMatchObject({ replaced_by: { order_no: third.orderNo } })
    }
  })

  it('names it to guests without a cart until the other is paid: only then is it sure that both are theirs', async () => {
    const first = await place([{ id: ids.tea, qty: 1 }])
    const second = await place([{ id: ids.tea, qty: 2 }])
    expect(await shown(first.orderNo)).toMatchObject({ replaced_by: { order_no: second.orderNo } })
    await dataOf(client.verify(await pay(shop, second.providerOrderId)))
    expect(await shown(first.orderNo)).not.toHaveProperty('replaced_by')
  })

  it('names no order of the phone’s owner to somebody else who has typed it', async () => {
    const stranger = { ip: ownAddress() }
    const tea = { buyer, items: [{ id: ids.tea, qty: 1 }] }
    const first = await dataOf(client.checkout(tea, stranger))
    const second = await dataOf(client.checkout(tea, stranger))
    await place([{ id: ids.tea, qty: 1 }])
    expect(await shown(first.orderNo)).toMatchObject({ replaced_by: { order_no: second.orderNo } })
    expect(await shown(second.orderNo)).not.toHaveProperty('replaced_by')
  })

  it('is not taken for replaced by other goods, or by somebody else behind the same address', async () => {
    const first = await place([{ id: ids.tea, qty: 1 }])
    await place([{ id: ids.cup, qty: 1 }])
    const other = { name: 'Mira', phone: newPhone() }
    await dataOf(client.checkout({ buyer: other, items: [{ id: ids.tea, qty: 1 }] }, caller))
    expect(await shown(first.orderNo)).not.toHaveProperty('replaced_by')
  })
})
