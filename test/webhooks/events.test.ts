import { beforeEach, describe, expect, it } from 'vitest'
import { changeOrderStatus } from '../../src/commerce/orders/status/change-status.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { buy, buyer, dataOf, pay, productIdOf } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { createWebhook, eventsOf } from './subscriptions.ts'

let store: Store
let owner: Owner
let client: StorefrontClient

// No job runs: events are read before anybody sends them.
const shop = await forAllTests(openShop({ maxLeads: 1 }))
beforeEach(async () => {
  store = await shop.addStore({
    store: { payments: { provider: 'sandbox' } },
    products: [
      { slug: 'tea', name: 'Tea', price: 100.5, stock: 8 },
      { slug: 'sized', name: 'Sencha', price: 50, variants: [{ options: { size: '50g' }, stock: 6 }] },
    ],
  })
  owner = await ownerOf(shop, store)
  client = clientOf(shop, store.subdomain, 'REST')
})

const create = (input: object = {}) => createWebhook(owner, { url: 'https://hooks.example', ...input })
const emitted = () => eventsOf(shop, store)

describe('a store notifies its webhooks', () => {
  it('nothing that it has not subscribed to, and everything without a choice', async () => {
    await create({ events: ['LEAD_SUBMITTED'] })
    await dataOf(client.submitReview(await productIdOf(shop, store, 'tea'), { rating: 5, body: 'Malty.' }))
    await dataOf(client.submitLead({ name: 'Asha', message: 'Do you ship to Goa?' }))
    expect(await emitted()).toEqual([
      {
        type: 'lead.submitted',
        timestamp: expect.any(String),
        data: {
          lead: {
            ...{ id: expect.any(String), name: 'Asha', email: null, phone: null, message: 'Do you ship to Goa?' },
            created_at: expect.any(String),
          },
        },
      },
    ])
    await create()
    await dataOf(client.submitReview(await productIdOf(shop, store, 'tea'), { rating: 4, body: 'Strong.' }))
    expect((await emitted()).slice(1)).toMatchObject([
      {
        type: 'review.submitted',
        data: { review: { product_name: 'Tea', rating: 4, body: 'Strong.', status: 'pending', verified: false } },
      },
    ])
  })

  it('of nothing that was refused in the end', async () => {
    await create()
    await dataOf(client.submitLead({ message: 'The last one that fits' }))
    expect(await client.submitLead({ message: 'One too many' })).toMatchObject({ status: 429 })
    expect((await emitted()).map(({ data }) => data.lead.message)).toEqual(['The last one that fits'])
  })

  it('of low stock once, when it falls to the threshold', async () => {
    await create({ events: ['STOCK_LOW'] })
    const [tea, sized] = [await productIdOf(shop, store, 'tea'), await productIdOf(shop, store, 'sized')]
    const variant = { size: '50g' }
    await buy(shop, client, { items: [{ id: tea, qty: 2 }] })
    expect(await emitted()).toEqual([])
    // Two lines of one counter.
    await buy(shop, client, {
      items: [
        { id: tea, qty: 1 },
        { id: sized, qty: 1, variant },
        { id: tea, qty: 1 },
      ],
    })
    await buy(shop, client, {
      items: [
        { id: tea, qty: 1 },
        { id: sized, qty: 1, variant },
      ],
    })
    const events = (await emitted()).map(({ type, data }) => ({ type, ...data }))
    expect(events).toHaveLength(2)
    expect(events).toContainEqual({
      ...{ type: 'stock.low', stock: 4, threshold: 5, variant: null },
      product: { id: tea, name: 'Tea' },
    })
    expect(events).toContainEqual({
      ...{ type: 'stock.low', stock: 5, threshold: 5, variant: { id: expect.any(String), options: { size: '50g' } } },
      product: { id: sized, name: 'Sencha' },
    })
  })

  it('of low stock that the owner has counted, by the threshold of the store', async () => {
    await create({ events: ['STOCK_LOW'] })
    const change = 'mutation ($id: ID!, $by: Int!) { changeStock(productId: $id, by: $by) { stock } }'
    const set =
      'mutation ($id: ID!, $to: Int, $from: Int) { setStock(productId: $id, stock: $to, basedOn: $from) { stock } }'
    const tea = await productIdOf(shop, store, 'tea')
    const { stock } = (await owner.ask(change, { id: tea, by: 0 })).changeStock
    await owner.ask(set, { id: tea, to: 6, from: stock })
    await owner.ask(change, { id: tea, by: -1 })
    await owner.ask(change, { id: tea, by: -1 })
    const { version } = (await owner.ask('{ store { version } }')).store
    const threshold =
      'mutation ($version: Int!) { updateStore(input: { lowStockThreshold: 2 }, version: $version) { version } }'
    await owner.ask(threshold, { version })
    await owner.ask(set, { id: tea, to: null, from: 4 })
    await owner.ask(set, { id: tea, to: 2, from: null })
    expect((await emitted()).map(({ data }) => [data.stock, data.threshold])).toEqual([
      [5, 5],
      [2, 2],
    ])
  })

  it('of an order, from its payment to its refund that is due', async () => {
    await create({ events: ['ORDER_CONFIRMED', 'ORDER_STATUS_CHANGED', 'ORDER_NEEDS_ATTENTION'] })
    const tea = await productIdOf(shop, store, 'tea')
    const { orderNo } = await buy(shop, client, { items: [{ id: tea, qty: 1 }] })
    await changeOrderStatus({ services: shop.services, store }, orderNo, 'CANCELLED', `owner:${owner.keyId}`)
    expect(await emitted()).toMatchObject([
      {
        type: 'order.confirmed',
        data: { order: { order_no: orderNo, total: 100.5, status: 'confirmed', play_money: true } },
      },
      {
        type: 'order.status_changed',
        data: { from: 'confirmed', to: 'cancelled', actor: `owner:${owner.keyId}`, order: { status: 'cancelled' } },
      },
      {
        type: 'order.needs_attention',
        data: { reason: 'Cancelled after it was paid: refund the buyer.', order: { order_no: orderNo } },
      },
    ])
  })

  it('of an order that was paid although it could not be served', async () => {
    await create({ events: ['ORDER_CONFIRMED', 'ORDER_NEEDS_ATTENTION'] })
    const tea = await productIdOf(shop, store, 'tea')
    const short = await dataOf(client.checkout({ buyer, items: [{ id: tea, qty: 2 }] }))
    const late = await dataOf(client.checkout({ buyer, items: [{ id: tea, qty: 1 }] }))
    await shop.database.prisma.product.updateMany({ where: { storeId: store.id }, data: { stock: 1 } })
    await dataOf(client.verify(await pay(shop, short.providerOrderId)))
    await changeOrderStatus({ services: shop.services, store }, late.orderNo, 'CANCELLED', 'owner:test')
    await client.verify(await pay(shop, late.providerOrderId))
    expect((await emitted()).map(({ type, data }) => [type, data.order.order_no, data.reason])).toEqual([
      ['order.confirmed', short.orderNo, undefined],
      ['order.needs_attention', short.orderNo, 'Paid when there was not enough in stock of: Tea.'],
      ['order.needs_attention', late.orderNo, 'Paid after it was cancelled: refund the buyer.'],
    ])
  })

  it('and pays one statement for what nobody listens to', async () => {
    const tea = await productIdOf(shop, store, 'tea')
    const first = await dataOf(client.checkout({ buyer, items: [{ id: tea, qty: 1 }] }))
    const receipt = await pay(shop, first.providerOrderId)
    shop.statements()
    await dataOf(client.verify(receipt))
    const statements = shop.statements()
    expect(statements.filter((sql) => /FROM stores LEFT JOIN \([^)]* FROM webhooks/.test(sql))).toHaveLength(1)
    expect(statements.filter((sql) => /INSERT INTO .*(webhook|pgboss)/.test(sql))).toEqual([])
  })
})
