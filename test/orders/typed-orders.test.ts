import { describe, expect, it } from 'vitest'
import { openSellingStore } from '../checkout/selling-store.ts'
import { dataOf, signUpWithPoints } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ holdLimits: generousHolds }))
const { store, item } = await openSellingStore(shop)
const owner = await ownerOf(shop, store)

const spellings = (orderNo: string): string[] => {
  const random = orderNo.slice(4)
  return [
    `#${orderNo}`,
    random.toLowerCase(),
    `ord ${random}`,
    `ORD\u2013${random}`,
    `\u200e0RD\u00a0${random.replace(/0/g, 'O').replace(/1/g, 'l')}\ufeff`,
  ]
}

const devanagari = '९८७६५४३२१०'

describe.each(interfaces)('over %s', (by) => {
  const client = clientOf(shop, store.subdomain, by)

  it('an order is tracked by its number and phone as people type them', async () => {
    const buyer = { name: 'Ravi', phone: devanagari }
    const { orderNo } = await dataOf(client.checkout({ items: [item('pot')], buyer }))
    for (const written of spellings(orderNo)) {
      for (const phone of ['3210', '98765.43210', '३२१०', '\u202a+91 98765\u201143210']) {
        const { order } = await dataOf(client.trackOrder({ orderNo: written, phone }))
        expect(order.order_no).toBe(orderNo)
      }
    }
  })

  it('an order is cancelled by its number as people type it', async () => {
    const { token } = await signUpWithPoints(shop, store, client, 0)
    for (let index = 0; index < 5; index += 1) {
      const { orderNo } = await dataOf(
        client.checkout({ items: [item('pot')], buyer: { name: 'Asha', phone: '98765 43210' } }, { token }),
      )
      const { order } = await dataOf(client.cancelOrder(spellings(orderNo)[index] ?? '', { token }))
      expect(order).toMatchObject({ order_no: orderNo, status: 'cancelled' })
    }
  })
})

describe('the owner', () => {
  const placed = async (buyer: object = {}): Promise<string> => {
    const client = clientOf(shop, store.subdomain, 'REST')
    const whole = { name: 'Ravi', phone: '98765 43210', ...buyer }
    return (await dataOf(client.checkout({ items: [item('pot')], buyer: whole }))).orderNo
  }
  const found = async (search: string): Promise<string[]> => {
    const { orders } = await owner.ask(
      'query ($search: String) { orders(search: $search, first: 100) { nodes { orderNo } } }',
      { search },
    )
    return orders.nodes.map(({ orderNo }: { orderNo: string }) => orderNo)
  }

  it('opens, searches and cancels an order by its number as people type it', async () => {
    const orderNo = await placed()
    for (const written of spellings(orderNo)) {
      const { order } = await owner.ask('query ($no: String!) { order(orderNo: $no) { orderNo } }', { no: written })
      expect(order).toEqual({ orderNo })
      expect(await found(written)).toEqual([orderNo])
    }
    expect(await found(`#ORD\u2011${orderNo.slice(4, 11).replace(/0/g, 'o')}`)).toEqual([orderNo])
    const { setOrderStatus } = await owner.ask(
      'mutation ($no: String!) { setOrderStatus(orderNo: $no, status: CANCELLED) { orderNo } }',
      { no: `#${orderNo.slice(4).toLowerCase()}` },
    )
    expect(setOrderStatus).toEqual({ orderNo })
  })

  it('finds orders by a phone in any digits, and by a name in any spelling of its accents', async () => {
    const orderNo = await placed({ name: 'Zoe\u0308', phone: '٩١١١٢٢٢٣٣٣' })
    for (const search of ['9111222333', '٩١١١٢٢٢٣٣٣', '91112\u201322333', 'zo\u00eb', 'zoe\u0308']) {
      expect(await found(search)).toEqual([orderNo])
    }
  })

  it('is told what orders and messages name a phone, in whatever digits it was left', async () => {
    const orderNo = await placed({ phone: '٩٢٢٢٢٢٢٣٣٣' })
    await dataOf(clientOf(shop, store.subdomain, 'REST').submitLead({ name: 'Ravi', phone: '९२२२२ २२३३३' }))
    for (const phone of ['9222222333', '+91 ٩٢٢٢٢٢٢٣٣٣']) {
      const { customerData } = await owner.ask('query ($phone: String!) { customerData(phone: $phone) }', { phone })
      expect(customerData.orders.map((order: { order_no: string }) => order.order_no)).toEqual([orderNo])
      expect(customerData.leads).toHaveLength(1)
    }
    const { eraseCustomer } = await owner.ask(
      'mutation ($phone: String!) { eraseCustomer(phone: $phone) { orders leads } }',
      { phone: '९२२२२२२३३३' },
    )
    expect(eraseCustomer).toEqual({ orders: 1, leads: 1 })
  })
})
