import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import { balanceOf, dataOf, productIdOf, stockOf, usesOf } from '../../support/buying.ts'
import { onCluster } from '../../support/citus-cluster.ts'
import { lock, lockedTables, lockedWhileWaiting, rowsOf } from '../../support/locks.ts'
import { needs, noServer } from '../../support/needs.ts'
import { newPhone } from '../../support/phones.ts'
import { generousHolds, openShop, type Shop } from '../../support/shop.ts'
import { type CashStore, openCashStore } from './cash-store.ts'

const STOCK = 1_000
const PAID = '409 The order is paid: please ask the store to cancel it.'
const REFUND = `mutation ($orderNo: String!, $key: String!) {
  refund(orderNo: $orderNo, amount: 5, restock: false, by: MANUAL, reason: "Broken", idempotencyKey: $key) { status } }`

// Who waits for whom on a cluster is known to its workers alone.
describe.skipIf(onCluster())('an order that is paid without the provider', needs(noServer), () => {
  let shop: Shop
  let cash: CashStore
  let goods: { id: string; qty: number; variant?: object }[]

  beforeAll(async () => {
    shop = await openShop({ limitsOff: true, holdLimits: generousHolds })
    cash = await openCashStore(shop, 'REST', {
      products: [
        { slug: 'tea', name: 'Tea', price: 100, stock: STOCK },
        { slug: 'sized', name: 'Sencha', price: 100, variants: [{ options: { size: '50g' }, stock: STOCK }] },
        { slug: 'pot', name: 'Pot', price: 100, stock: STOCK },
      ],
      discounts: [{ code: 'TEN', type: 'fixed', value: 10, usageLimit: STOCK }],
    })
    const idOf = (slug: string) => productIdOf(shop, cash.store, slug)
    goods = [
      { id: await idOf('tea'), qty: 1 },
      { id: await idOf('pot'), qty: 1 },
      { id: await idOf('sized'), qty: 1, variant: { size: '50g' } },
    ]
  })
  afterAll(() => shop.close())

  /** Of a stored cart, with a code and a point. */
  async function placed(paymentMethod: 'cod' | 'bank', items = goods): Promise<string> {
    const { token } = cash.asha
    const { cart } = await dataOf(cash.client.createCart({ items, discountCode: 'TEN' }, { token }))
    const input = {
      cartId: cart.id,
      loyaltyPoints: 1,
      paymentMethod,
      buyer: { name: 'Asha', phone: newPhone(), address: '4 Hill Road' },
    }
    return (await dataOf(cash.client.checkout(input, { token }))).orderNo
  }

  /** What is locked by the time that the change waits for the step. */
  async function lockedBefore(step: string, change: () => Promise<unknown>) {
    const { prisma } = shop.database
    const release = await lock(prisma, Prisma.sql`${rowsOf(cash.store.id, step)} FOR UPDATE`)
    const changed = change()
    const locked = await lockedWhileWaiting(prisma, cash.store.id, step)
    await release()
    await changed
    return locked
  }

  it.each(['confirmOrder', 'recordPayment'])('is locked step by step, as by a checkout: %s', async (name) => {
    // Its cart was emptied when it was placed.
    const tables = lockedTables.filter((table) => table !== 'carts')
    for (const [index, step] of ['orders', ...tables].entries()) {
      const orderNo = await placed('bank')
      const change = () => (name === 'confirmOrder' ? cash.confirm(orderNo) : cash.record(orderNo, `all-${orderNo}`))
      expect([step, await lockedBefore(step, change)]).toEqual([step, tables.slice(0, Math.max(0, index - 1))])
    }
  })

  it('and then its customer alone, when it is confirmed before it is paid', async () => {
    for (const step of ['orders', 'customers']) {
      const orderNo = await placed('cod')
      expect(await lockedBefore(step, () => cash.record(orderNo, `all-${orderNo}`))).toEqual([])
    }
  })

  /** What a change comes to: whether it is done, or the code of its refusal. */
  const outcomeOf = (change: Promise<any>): Promise<string> =>
    change.then(
      (answer) => (answer?.error ? `${answer.status} ${answer.error}` : 'done'),
      (error: Error) => JSON.parse(/\[.*\]/.exec(error.message)?.[0] ?? '[]')[0]?.extensions.code ?? String(error),
    )

  const deadlocks = () => shop.database.prisma.$queryRaw`
    SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = current_database()`

  it('is confirmed, cancelled, delivered, refused, paid and refunded at once without a deadlock, and all adds up', async () => {
    const { store, client, asha, owner } = cash
    const { prisma } = shop.database
    const storeId = store.id
    const before = await deadlocks()
    const backwards = goods.toReversed()
    const cancel = (orderNo: string) => client.cancelOrder(orderNo, { token: asha.token })
    const refund = (orderNo: string, key: string) => owner.ask(REFUND, { orderNo, key })

    const changes: (() => Promise<any>)[] = []
    for (let n = 0; n < 6; n += 1) {
      const items = n % 2 ? goods : backwards
      const waiting = await placed('bank', items)
      changes.push(
        () => cash.confirm(waiting),
        () => (n % 2 ? cancel(waiting) : cash.move(waiting, 'CANCELLED')),
      )
      const shipped = await placed('cod', items)
      await cash.move(shipped, 'SHIPPED')
      changes.push(
        () => cash.move(shipped, 'DELIVERED'),
        () => cash.move(shipped, 'CANCELLED', { restock: true }),
      )
      const paid = await placed('cod', items)
      await cash.record(paid, `all-${paid}`)
      changes.push(
        () => refund(paid, `a-${paid}`),
        () => refund(paid, `b-${paid}`),
        () => cash.move(paid, 'CANCELLED'),
      )
      const partly = await placed('bank', items)
      await cash.record(partly, `part-${partly}`, { amount: 10 })
      changes.push(
        () => cash.record(partly, `rest-${partly}`),
        () => refund(partly, `c-${partly}`),
        () => cash.move(partly, 'CANCELLED'),
      )
      changes.push(() => placed(n % 2 ? 'cod' : 'bank', n % 3 ? goods : backwards))
    }
    const outcomes = await Promise.all(changes.map((change) => outcomeOf(change())))
    expect(outcomes.filter((outcome) => !['done', 'CONFLICT', PAID].includes(outcome))).toEqual([])

    // A connection reports what it has seen with its next statement, once a second is over.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await Promise.all(Array.from({ length: 8 }, () => prisma.$queryRaw`SELECT 1 FROM pg_sleep(0.05)`))
    expect(await deadlocks()).toEqual(before)

    const orders = await prisma.order.findMany({ where: { storeId } })
    const kept = orders.filter(({ status }) => ['CONFIRMED', 'SHIPPED', 'DELIVERED'].includes(status)).length
    for (const slug of ['tea', 'pot']) expect(await stockOf(shop, store, slug)).toBe(STOCK - kept)
    expect(await prisma.variant.findMany({ where: { storeId } })).toMatchObject([{ stock: STOCK - kept }])
    expect((await usesOf(shop, store, 'TEN')).counted).toBe(kept)
    const pending = orders.filter(({ status }) => status === 'PENDING').map(({ id }) => id)
    const held = await prisma.stockHold.findMany({ where: { storeId } })
    expect(held.filter(({ orderId }) => !pending.includes(orderId))).toEqual([])
    // Compares it with the ledger.
    await balanceOf(shop, store, asha.id)
    for (const { id, collectedAmount, total, refundedAmount } of orders) {
      const { _sum } = await prisma.payment.aggregate({ where: { storeId, orderId: id }, _sum: { amount: true } })
      expect(_sum.amount ?? 0n).toBe(collectedAmount)
      expect(collectedAmount).toBeLessThanOrEqual(total)
      expect(refundedAmount).toBeLessThanOrEqual(collectedAmount)
    }
  })
})
