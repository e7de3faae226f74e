import { beforeEach, describe, expect, it } from 'vitest'
import { dataOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'
import { createWebhook, eventsOf } from '../webhooks/subscriptions.ts'
import { type MovingStore, openMovingStore } from './moving-store.ts'

let moving: MovingStore
let orderNo: string

const shop = await forAllTests(openShop({ holdLimits: generousHolds }))
beforeEach(async () => {
  moving = await openMovingStore(shop)
  ;({ orderNo } = await moving.place('confirmed'))
})

const SHIP = `mutation ($orderNo: String!, $to: OrderStatus!, $carrier: String, $number: String, $url: String) {
  setOrderStatus(orderNo: $orderNo, status: $to, carrier: $carrier, trackingNumber: $number, trackingUrl: $url) {
    status carrier trackingNumber trackingUrl events { kind detail }
  }
}`
const given = { carrier: ' Road Runners ', number: 'RR 123', url: 'https://track.example/RR123' }
const shown = { carrier: 'Road Runners', tracking_number: 'RR 123', tracking_url: 'https://track.example/RR123' }

const track = async () =>
  (await dataOf(moving.client.trackOrder({ orderNo, phone: '3210' }))) as { order: Record<string, unknown> }
const history = async () =>
  (await dataOf(moving.client.orders({ token: moving.asha.token }))).orders[0] as Record<string, unknown>

describe('an order that is shipped', () => {
  it('reports by whom, where the owner has said so', async () => {
    const { setOrderStatus } = await moving.owner.ask(SHIP, { orderNo, to: 'SHIPPED', ...given })
    expect(setOrderStatus).toMatchObject({
      ...{ status: 'SHIPPED', carrier: 'Road Runners', trackingNumber: 'RR 123', trackingUrl: given.url },
    })
    expect(setOrderStatus.events.at(-1)).toEqual({ kind: 'SHIPPED', detail: 'Road Runners RR 123' })
    expect((await track()).order).toMatchObject({ status: 'shipped', ...shown })
    expect(await history()).toMatchObject(shown)
    const query = `{ trackOrder(orderNo: "${orderNo}", phone: "3210") { carrier trackingNumber trackingUrl } }`
    expect((await graphql(shop, moving.store.subdomain, query)).body.data.trackOrder).toEqual({
      ...{ carrier: shown.carrier, trackingNumber: shown.tracking_number, trackingUrl: shown.tracking_url },
    })
    await moving.move(orderNo, 'DELIVERED')
    expect((await track()).order).toMatchObject(shown)
  })

  it('has no word of it over REST where the owner has not said so', async () => {
    const amounts = ['subtotal', 'discount_amount', 'loyalty_discount', 'shipping_fee', 'tax', 'gst_inclusive', 'total']
    const others = ['refunded_amount', 'currency', 'status', 'payment_status', 'created_at']
    const keys = ['order_no', 'items', ...amounts, ...others]
    await moving.move(orderNo, 'SHIPPED')
    expect(Object.keys((await track()).order)).toEqual([...keys, 'buyer_name', 'updated_at'])
    expect(Object.keys(await history())).toEqual(keys)
    const path = `/api/sites/${moving.store.subdomain}/track-order`
    const { body } = await rest(shop, 'POST', path, { orderNo, phone: '3210' })
    expect(JSON.stringify(body)).not.toMatch(/carrier|tracking/)
  })

  it('may show a part of it', async () => {
    await moving.owner.ask(SHIP, { orderNo, to: 'SHIPPED', number: 'RR 123', carrier: ' ' })
    expect((await track()).order).toMatchObject({ tracking_number: 'RR 123' })
    expect((await track()).order).not.toHaveProperty('carrier')
  })

  it('is corrected by SHIPPED once more, which replaces all of it and notifies no webhook', async () => {
    await createWebhook(moving.owner, { url: 'https://hooks.example' })
    await moving.owner.ask(SHIP, { orderNo, to: 'SHIPPED', ...given })
    const reported = () => eventsOf(shop, moving.store)
    expect(await reported()).toHaveLength(1)
    for (let time = 0; time < 2; time += 1) {
      const { setOrderStatus } = await moving.owner.ask(SHIP, { orderNo, to: 'SHIPPED', number: 'RR 124' })
      expect(setOrderStatus).toMatchObject({ status: 'SHIPPED', carrier: null, trackingNumber: 'RR 124' })
      expect(setOrderStatus.trackingUrl).toBeNull()
      const shipped = setOrderStatus.events.filter(({ kind }: { kind: string }) => kind === 'SHIPPED')
      expect(shipped.map(({ detail }: { detail: string }) => detail)).toEqual(['Road Runners RR 123', 'RR 124'])
    }
    expect(await reported()).toHaveLength(1)
    expect((await track()).order).toMatchObject({ tracking_number: 'RR 124' })
    const without = { code: 'CONFLICT', message: 'The order is already shipped.' }
    expect(await moving.owner.refused(SHIP, { orderNo, to: 'SHIPPED' })).toEqual(without)
    await shop.database.prisma.order.updateMany({ where: { orderNo }, data: { erasedAt: new Date() } })
    expect((await moving.owner.refused(SHIP, { orderNo, to: 'SHIPPED', ...given })).code).toBe('CONFLICT')
    await moving.move(orderNo, 'DELIVERED')
    expect((await moving.owner.refused(SHIP, { orderNo, to: 'SHIPPED', ...given })).code).toBe('CONFLICT')
  })

  it.each([
    [{ carrier: 'x'.repeat(101) }, 'carrier must be at most 100 characters'],
    [{ number: 'x'.repeat(101) }, 'trackingNumber must be at most 100 characters'],
    [{ url: 'javascript:alert(1)' }, 'trackingUrl must be a URL that starts with http:// or https://'],
    [{ url: 'https://shop:pw@post.example/1' }, 'trackingUrl must not contain a user name or password'],
    [{ url: `https://x.example/${'y'.repeat(2048)}` }, 'trackingUrl must be at most 2048 characters'],
  ])('is refused with %j', async (more, message) => {
    const refusal = { code: 'BAD_USER_INPUT', message }
    expect(await moving.owner.refused(SHIP, { orderNo, to: 'SHIPPED', ...more })).toEqual(refusal)
  })

  it('alone is sent by somebody', async () => {
    expect(await moving.owner.refused(SHIP, { orderNo, to: 'CANCELLED', ...given })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'carrier, trackingNumber and trackingUrl go with the status SHIPPED only',
    })
  })
})
