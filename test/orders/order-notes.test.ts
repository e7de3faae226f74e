import { describe, expect, it } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { openSellingStore } from '../checkout/selling-store.ts'
import { atOnce, buy, dataOf, orderRow } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf, postAsOwner } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ holdLimits: generousHolds, limitsOff: true }))
const { store, item } = await openSellingStore(shop)
const owner = await ownerOf(shop, store)
const client = clientOf(shop, store.subdomain, 'REST')

const ADD = `mutation ($orderNo: String!, $note: String!) {
  addOrderNote(orderNo: $orderNo, note: $note) { version events { actor kind detail } }
}`
const purchase = async (phone = newPhone()) =>
  (await buy(shop, client, { items: [item('pot')], buyer: { name: 'Ravi Kumar', phone } })).orderNo as string
const add = async (orderNo: string, note: string) => (await owner.ask(ADD, { orderNo, note })).addOrderNote

describe('a note of the owner', () => {
  it('stands in the history with the name of the key, and leaves the order as it is', async () => {
    const orderNo = await purchase()
    const before = await orderRow(shop, store, orderNo)
    const { key } = await createOwnerKey(shop.services, store.id, 'Packing', ['orders'])
    const note = `  Ring twice,\nhe says 👋 ${'x'.repeat(1_970)} `
    const { body } = await postAsOwner(shop, store.subdomain, key, ADD, { orderNo: orderNo.toLowerCase(), note })
    expect(body.data.addOrderNote.events.at(-1)).toEqual({ actor: 'owner: Packing', kind: 'NOTE', detail: note.trim() })
    expect(await orderRow(shop, store, orderNo)).toEqual(before)
  })

  it.each([
    ['', 'Note is required'],
    [' \n ', 'Note is required'],
    ['x'.repeat(2_001), 'Note must be at most 2000 characters'],
    ['a\u0000b', 'Note contains characters that cannot be stored'],
  ])('is refused when it is %j', async (note, message) => {
    expect(await owner.refused(ADD, { orderNo: await purchase(), note })).toEqual({ code: 'BAD_USER_INPUT', message })
  })

  it('is refused for an order that is not there', async () => {
    expect(await owner.refused(ADD, { orderNo: 'ORD-0000000000', note: 'Hello' })).toEqual({
      code: 'NOT_FOUND',
      message: 'Order not found',
    })
  })

  it('is the last of 200, also when many are written at once', async () => {
    const orderNo = await purchase()
    const { id } = await orderRow(shop, store, orderNo)
    await shop.database.prisma.orderEvent.createMany({
      data: Array.from({ length: 195 }, () => ({ storeId: store.id, orderId: id, actor: 'buyer', kind: 'note' })),
    })
    const answers = await atOnce(10, async () => (await owner.post(ADD, { orderNo, note: 'Once more' })).body)
    const refusals = answers.flatMap(({ errors = [] }) => errors.map(({ message }: { message: string }) => message))
    expect(refusals).toEqual(Array.from({ length: 5 }, () => 'An order can have at most 200 notes.'))
    expect(
      await shop.database.prisma.orderEvent.count({ where: { storeId: store.id, orderId: id, kind: 'note' } }),
    ).toBe(200)
  })

  it('is shown to no shopper, is in no export of the person, and goes when they are erased', async () => {
    const phone = newPhone()
    const orderNo = await purchase(phone)
    await add(orderNo, 'His neighbour Meera takes parcels')
    const tracked = await dataOf(client.trackOrder({ orderNo, phone }))
    const { customerData } = await owner.ask('query ($phone: String!) { customerData(phone: $phone) }', { phone })
    expect(JSON.stringify([tracked, customerData])).not.toContain('Meera')
    await owner.ask(`mutation { setOrderStatus(orderNo: "${orderNo}", status: SHIPPED) { version } }`)
    await owner.ask('mutation ($phone: String!) { eraseCustomer(phone: $phone) { orders } }', { phone })
    const { order } = await owner.ask(`{ order(orderNo: "${orderNo}") { events { kind detail } } }`)
    expect(order.events.find(({ kind }: { kind: string }) => kind === 'NOTE')).toEqual({ kind: 'NOTE', detail: '' })
    expect(await owner.refused(ADD, { orderNo, note: 'Meera again' })).toEqual({
      code: 'CONFLICT',
      message: 'The buyer of this order is erased, so it takes no more notes.',
    })
  })
})
