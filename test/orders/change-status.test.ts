import { beforeEach, describe, expect, it } from 'vitest'
import { moveProblem, OWNER_MOVES, OrderStatus as Status } from '../../src/commerce/orders/status/order-status.ts'
import { atOnce, orderRow, pay } from '../support/buying.ts'
import { ownerOf } from '../support/owner.ts'
import { rowsOf } from '../support/rows.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'
import { type MovingStore, openMovingStore, sold, untouched } from './moving-store.ts'

const shop = await forAllTests(openShop({ holdLimits: generousHolds }))

let store: MovingStore['store']
let client: MovingStore['client']
let owner: MovingStore['owner']
let move: MovingStore['move']
let place: MovingStore['place']
let books: MovingStore['books']
beforeEach(async () => {
  ;({ store, client, owner, move, place, books } = await openMovingStore(shop))
})

describe('the owner', () => {
  it('moves a confirmed order to shipped and on to delivered, each once', async () => {
    const { orderNo, orderId } = await place('confirmed')
    for (const status of ['SHIPPED', 'DELIVERED'] as const) {
      const outcomes = await atOnce(5, () => move(orderNo, status).catch((error: Error) => error.message))
      expect(outcomes.filter((outcome) => typeof outcome !== 'string')).toHaveLength(1)
    }
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ status: 'DELIVERED', paymentStatus: 'PAID' })
    const events = await shop.database.prisma.orderEvent.findMany({
      where: { storeId: store.id, orderId },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['placed', 'buyer'],
      ['paid', 'buyer'],
      ['shipped', `owner:${owner.keyId}`],
      ['delivered', `owner:${owner.keyId}`],
    ])
    expect(await books()).toEqual(sold)
  })

  it('is told when there is no such order, or when it is another store’s', async () => {
    const { orderNo } = await place('pending')
    const elsewhere = await ownerOf(shop, await shop.addStore())
    const unknown = { code: 'NOT_FOUND', message: 'Order not found' }
    await expect(move(orderNo, 'CANCELLED', { by: elsewhere })).rejects.toMatchObject(unknown)
    for (const odd of ['ORD-0000000000', '', 'x'.repeat(3_000), 'ORD-\0'])
      await expect(move(odd, 'CANCELLED')).rejects.toMatchObject(unknown)
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ status: 'PENDING' })
  })

  it('may write the number in small letters', async () => {
    const { orderNo } = await place('pending')
    expect(await move(` ${orderNo.toLowerCase()} `, 'CANCELLED')).toMatchObject({ status: 'CANCELLED' })
  })

  it('is refused on a version that somebody has replaced meanwhile', async () => {
    const { orderNo } = await place('confirmed')
    const { version } = await orderRow(shop, store, orderNo)
    const shipped = await move(orderNo, 'SHIPPED', { version })
    expect(shipped.version).toBe(version + 1)
    const before = await rowsOf(shop, store)
    await expect(move(orderNo, 'DELIVERED', { version })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('This order was changed meanwhile'),
    })
    expect(await rowsOf(shop, store)).toEqual(before)
    expect(await move(orderNo, 'DELIVERED', { version: version + 1 })).toMatchObject({ status: 'DELIVERED' })
  })
})

describe.each(Object.values(Status))('an order that is %s', (from) => {
  /** How orders come there, without a hand in the database. */
  async function reach(): Promise<string> {
    const { orderNo, providerOrderId } = await place(from === 'PENDING' || from === 'FAILED' ? 'pending' : 'confirmed')
    if (from === 'FAILED') await client.verify(await pay(shop, providerOrderId, 'fail'))
    if (from === 'CANCELLED') await move(orderNo, 'CANCELLED')
    if (from === 'SHIPPED' || from === 'DELIVERED') await move(orderNo, 'SHIPPED')
    if (from === 'DELIVERED') await move(orderNo, 'DELIVERED')
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ status: from })
    return orderNo
  }
  const refused = Object.values(Status).filter((to) => !OWNER_MOVES[from].includes(to))

  it(`cannot become ${refused.join(', ')}: nothing changes`, async () => {
    const orderNo = await reach()
    const before = await rowsOf(shop, store)
    expect(before.orders).toHaveLength(1)
    for (const to of refused) {
      const message = moveProblem(await orderRow(shop, store, orderNo), to)
      expect(message).toMatch(/^The order is .+\.$/)
      await expect(move(orderNo, to)).rejects.toMatchObject({ code: 'CONFLICT', message })
    }
    expect(await rowsOf(shop, store)).toEqual(before)
  })

  it.each(OWNER_MOVES[from])('becomes %s, once', async (to) => {
    const orderNo = await reach()
    const { version, paymentStatus } = await orderRow(shop, store, orderNo)
    const moved = await move(orderNo, to)
    expect(moved).toMatchObject({ status: to, paymentStatus, version: version + 1 })
    expect(moved.events.at(-1)).toEqual({ actor: 'owner: test', kind: to })
    expect(await books()).toEqual(to === 'CANCELLED' ? untouched : sold)
    const after = await rowsOf(shop, store)
    await expect(move(orderNo, to)).rejects.toMatchObject({ message: `The order is already ${to.toLowerCase()}.` })
    expect(await rowsOf(shop, store)).toEqual(after)
  })
})

describe('two owners at once', () => {
  const targets = ['SHIPPED', 'CANCELLED', 'DELIVERED', 'CONFIRMED'] as const

  it.each([0, 1, 2, 3])('make only legal moves, each once, whoever comes first (round %i)', async (round) => {
    const { orderNo, orderId } = await place('confirmed')
    const owners = [owner, await ownerOf(shop, store)]
    const outcomes = await atOnce(16, async (index) => {
      const to = targets[(index + round) % targets.length] ?? 'SHIPPED'
      return await move(orderNo, to, { by: owners[index % 2] ?? owner }).then(
        () => to,
        (error: { code: string }) => error.code,
      )
    })
    const done = outcomes.filter((outcome) => outcome !== 'CONFLICT')
    const events = await shop.database.prisma.orderEvent.findMany({
      where: { storeId: store.id, orderId },
      orderBy: { id: 'asc' },
    })
    const path = events.slice(2).map(({ kind }) => kind.toUpperCase())
    expect([['CANCELLED'], ['SHIPPED'], ['SHIPPED', 'DELIVERED']]).toContainEqual(path)
    expect(done.toSorted()).toEqual(path.toSorted())
    expect((await orderRow(shop, store, orderNo)).status).toBe(path.at(-1))
    expect(await books()).toEqual(path[0] === 'CANCELLED' ? untouched : sold)
  })
})
