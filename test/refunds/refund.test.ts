import { beforeEach, describe, expect, it } from 'vitest'
import { type MovingStore, openMovingStore, sold, untouched } from '../orders/moving-store.ts'
import { atOnce, orderRow } from '../support/buying.ts'
import { graphql } from '../support/call.ts'
import { ownerOf } from '../support/owner.ts'
import { refundBy, refundRows } from '../support/refunding.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ holdLimits: generousHolds }))

let store: MovingStore['store']
let owner: MovingStore['owner']
let asha: MovingStore['asha']
let move: MovingStore['move']
let place: MovingStore['place']
let checkout: MovingStore['checkout']
let books: MovingStore['books']
beforeEach(async () => {
  ;({ store, owner, asha, move, place, checkout, books } = await openMovingStore(shop))
})

const mark = (orderNo: string) =>
  owner.post('mutation ($orderNo: String!) { markRefunded(orderNo: $orderNo) { paymentStatus } }', { orderNo })

describe('a refund', () => {
  it('of all gives points and the use of the code back, once, and leaves the stock', async () => {
    const { orderNo } = await place('confirmed')
    expect(await refundBy(owner, orderNo, { reason: 'Broken' })).toMatchObject({
      ...{
        status: 'PROCESSED',
        amount: 500,
        failure: null,
        restock: false,
        actor: 'owner: test',
        throughProvider: true,
      },
      order: { paymentStatus: 'REFUNDED', refundedAmount: 500, needsAttention: null },
    })
    const back = { ...sold, points: 100, uses: { counted: 0, held: 0 } }
    expect(await books()).toEqual(back)
    await expect(refundBy(owner, orderNo)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The order is already refunded.',
    })
    await move(orderNo, 'CANCELLED')
    expect(await books()).toEqual(untouched)
  })

  it('in parts moves points in proportion, rounded down, and with the last part all of them', async () => {
    const { orderNo } = await place('confirmed')
    const steps: unknown[] = []
    for (const amount of [12.51, 100, 0.01, undefined]) {
      await refundBy(owner, orderNo, amount === undefined ? {} : { amount })
      const { refundedAmount, paymentStatus } = await orderRow(shop, store, orderNo)
      steps.push([refundedAmount, paymentStatus, (await books()).points, (await books()).uses.counted])
    }
    // Of 500.00 the 40 redeemed points come back, and the 50 earned ones go: 110 + floor(40 r) - floor(50 r).
    expect(steps).toEqual([
      [1251n, 'PAID', 110 + 1 - 1, 1],
      [11251n, 'PAID', 110 + 9 - 11, 1],
      [11252n, 'PAID', 110 + 9 - 11, 1],
      [50000n, 'REFUNDED', 100, 0],
    ])
    expect((await refundRows(shop, store)).map(({ number, amount, ofPrice }) => [number, amount, ofPrice])).toEqual([
      [1, 1251n, 1251n],
      [2, 10000n, 10000n],
      [3, 1n, 1n],
      [4, 38748n, 38748n],
    ])
  })

  it('puts units back into stock once, however many refunds ask for it', async () => {
    const { orderNo } = await place('confirmed')
    await refundBy(owner, orderNo, { amount: 1, restock: true })
    const { tea, variant } = untouched
    expect(await books()).toMatchObject({ tea, variant })
    await refundBy(owner, orderNo, { restock: true })
    expect(await books()).toMatchObject({ tea, variant })
    await move(orderNo, 'CANCELLED')
    expect(await books()).toEqual(untouched)
  })

  it('of a part and then a cancellation give everything back once', async () => {
    const { orderNo } = await place('confirmed')
    await refundBy(owner, orderNo, { amount: 250 })
    expect(await move(orderNo, 'CANCELLED')).toMatchObject({
      needsAttention: 'Cancelled after it was paid: refund the buyer.',
    })
    expect(await books()).toEqual(untouched)
    expect(await refundBy(owner, orderNo)).toMatchObject({ amount: 250, order: { needsAttention: null } })
    expect(await books()).toEqual(untouched)
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 50000n })
  })

  it('of a part and then a mark count as the whole', async () => {
    const { orderNo } = await place('confirmed')
    await refundBy(owner, orderNo, { amount: 250 })
    expect((await mark(orderNo)).body.data.markRefunded).toEqual({ paymentStatus: 'REFUNDED' })
    const rows = await refundRows(shop, store)
    expect(rows.map(({ amount, provider }) => [amount, provider])).toEqual([
      [25000n, 'SANDBOX'],
      [25000n, null],
    ])
    expect(await books()).toEqual({ ...sold, points: 100 })
  })

  it('when earned points are spent meanwhile takes what is left', async () => {
    const { orderNo } = await place('confirmed')
    await owner.ask('mutation ($id: ID!) { adjustLoyalty(customerId: $id, points: -110, reason: "x") { points } }', {
      id: asha.id,
    })
    await refundBy(owner, orderNo, { amount: 5 })
    expect((await books()).points).toBe(0)
    await refundBy(owner, orderNo)
    expect((await books()).points).toBe(0)
  })

  it('by the same key is the same one, also 10 times at once; by another there is one that wins', async () => {
    const { orderNo } = await place('confirmed')
    const same = await atOnce(10, () => refundBy(owner, orderNo, { amount: 100, key: 'same' }))
    expect(new Set(same.map(({ id }) => id)).size).toBe(1)
    const outcomes = await atOnce(10, () => refundBy(owner, orderNo).catch(({ code, message }) => ({ code, message })))
    expect(outcomes.filter(({ id }) => id)).toHaveLength(1)
    for (const { code, message } of outcomes.filter(({ id }) => !id)) {
      expect(code).toBe('CONFLICT')
      expect(message).toMatch(/^A refund of ₹400\.00 is under way|^The order is already refunded\.$/)
    }
    expect(await refundRows(shop, store)).toHaveLength(2)
    const [payment] = await shop.database.prisma.sandboxPayment.findMany({ where: { storeId: store.id } })
    expect(payment).toMatchObject({ amount: 50000n, refunded: 50000n })
  })

  it('is refused, and changes nothing, when it cannot be', async () => {
    const { orderNo } = await place('confirmed')
    await refundBy(owner, orderNo, { amount: 200, key: 'used' })
    const refused = async (message: string, choice: object, number = orderNo) =>
      expect(await refundBy(owner, number, choice).catch((error) => error.message)).toBe(message)
    await refused('At most ₹300.00 can still be refunded.', { amount: 300.01 })
    await refused('amount must have at most 2 decimals (INR)', { amount: 0.001 })
    await refused('amount must be more than 0', { amount: 0 })
    await refused('amount must be more than 0', { amount: -5 })
    await refused('reason and idempotencyKey are required', { reason: ' ' })
    await refused('idempotencyKey must be 1 to 255 characters of ASCII without spaces', { key: 'a b' })
    const used = 'This idempotencyKey belongs to another refund. Use a new key for a new refund.'
    await refused(used, { amount: 100, key: 'used' })
    const pending = await place('pending')
    await refused(used, { amount: 200, key: 'used' }, pending.orderNo)
    await refused('The order was not paid: there is nothing to refund.', {}, pending.orderNo)
    await refused('Order not found', {}, 'ORD-0000000000')
    const elsewhere = await ownerOf(shop, await shop.addStore())
    await expect(refundBy(elsewhere, orderNo)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const free = await checkout('ALL')
    await refused('The order cost nothing: there is nothing to refund.', {}, free.orderNo)
    await shop.database.prisma.paymentAccount.deleteMany({ where: { storeId: store.id } })
    await refused(
      'The store has no account with the provider of the payment any more. Refund the buyer in another way, then call markRefunded.',
      {},
    )
    expect(await refundRows(shop, store)).toHaveLength(1)
  })

  it('is shown to the buyer', async () => {
    const { orderNo } = await place('confirmed')
    const query = `{ me { orders { nodes { orderNo paymentStatus refundedAmount refunds { amount currency status processedAt } } } } }`
    const shown = async () =>
      (await graphql(shop, store.subdomain, query, {}, { token: asha.token })).body.data.me.orders.nodes[0]
    expect(await shown()).toEqual({ orderNo, paymentStatus: 'PAID', refundedAmount: 0, refunds: [] })
    await refundBy(owner, orderNo, { amount: 12.5 })
    const refund = { amount: 12.5, currency: 'INR', status: 'PROCESSED', processedAt: expect.any(String) }
    expect(await shown()).toEqual({ orderNo, paymentStatus: 'PAID', refundedAmount: 12.5, refunds: [refund] })
  })

  it('stands in the order’s history', async () => {
    const { orderNo } = await place('confirmed')
    await refundBy(owner, orderNo, { amount: 12.5, reason: 'One cup was broken' })
    const query = 'query ($orderNo: String!) { order(orderNo: $orderNo) { events { kind actor detail } } }'
    const { order } = await owner.ask(query, { orderNo })
    expect(order.events.slice(2)).toEqual([
      { kind: 'REFUNDING', actor: 'owner: test', detail: '₹12.50: One cup was broken' },
      { kind: 'REFUNDED', actor: 'provider', detail: '₹12.50: One cup was broken' },
    ])
  })
})
