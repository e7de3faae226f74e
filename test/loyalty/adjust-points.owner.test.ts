import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce, balanceOf, buyer, dataOf, pay, productIdOf, signUpWithPoints } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

let store: Store
let client: StorefrontClient
let owner: Owner

const shop = await forAllTests(openShop({ maxLeads: 3 }))
beforeEach(async () => {
  store = await shop.addStore({
    store: { payments: { provider: 'sandbox' }, loyalty: { enabled: true, earnRate: 0, redeemRate: 1 } },
    products: [{ slug: 'tea', name: 'Tea', price: 100 }],
  })
  client = clientOf(shop, store.subdomain, 'REST')
  owner = await ownerOf(shop, store)
})

describe('adjusting points', () => {
  const ADJUST = `mutation ($customerId: ID!, $points: Int!, $reason: String!) {
    adjustLoyalty(customerId: $customerId, points: $points, reason: $reason) {
      points loyaltyEntries(first: 1) { nodes { kind points reason actor balanceAfter } } } }`
  const adjust = (customerId: string, points: number, reason = 'A broken cup') =>
    owner.post(ADJUST, { customerId, points, reason })

  it('writes down who did it and why', async () => {
    const { id } = await signUpWithPoints(shop, store, client, 10)
    const { adjustLoyalty } = await owner.ask(ADJUST, { customerId: id, points: -4, reason: ' Given twice ' })
    expect(adjustLoyalty).toEqual({
      points: 6,
      loyaltyEntries: {
        nodes: [{ kind: 'ADJUSTMENT', points: -4, reason: 'Given twice', actor: 'owner: test', balanceAfter: 6 }],
      },
    })
    expect(await balanceOf(shop, store, id)).toBe(6)
  })

  it('takes nothing that is not there, or that a pending order holds', async () => {
    const asha = await signUpWithPoints(shop, store, client, 50)
    const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
    const placed = await dataOf(client.checkout({ buyer, items, loyaltyPoints: 30 }, asha))
    expect((await adjust(asha.id, -21)).body.errors).toMatchObject([
      { message: 'The customer has 20 points to take away: of 50, pending orders hold 30' },
    ])
    expect((await adjust(asha.id, -20)).body.errors).toBeUndefined()
    await dataOf(client.verify(await pay(shop, placed.providerOrderId)))
    expect(await balanceOf(shop, store, asha.id)).toBe(0)
  })

  it.each([
    [0, 'Why', 'Points must not be 0'],
    [5, ' ', 'Reason required'],
    [5, 'x'.repeat(501), 'Reason must be at most 500 characters'],
    [2_147_483_647, 'Why', 'A customer can have 2147483647 points at most, and has 10'],
  ])('is refused: %d points', async (points, reason, message) => {
    const { id } = await signUpWithPoints(shop, store, client, 10)
    expect(await owner.refused(ADJUST, { customerId: id, points, reason })).toEqual({ code: 'BAD_USER_INPUT', message })
    expect(await balanceOf(shop, store, id)).toBe(10)
  })

  it('is exact, however many adjust and redeem at once', async () => {
    const asha = await signUpWithPoints(shop, store, client, 100)
    const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
    const [adjusted, bought] = await Promise.all([
      atOnce(12, (index) => adjust(asha.id, index % 3 === 0 ? 10 : -25)),
      atOnce(6, () => client.checkout({ buyer, items, loyaltyPoints: 25 }, asha)),
    ])
    const given = adjusted.filter(({ body }, index) => !body.errors && index % 3 === 0).length * 10
    const taken = adjusted.filter(({ body }, index) => !body.errors && index % 3 !== 0).length * 25
    // Each of the orders takes over from the one before.
    const holds = await shop.database.prisma.pointsHold.findMany({ where: { storeId: store.id, customerId: asha.id } })
    const held = holds.reduce((sum, { points }) => sum + points, 0)
    expect(given).toBe(40)
    expect(await balanceOf(shop, store, asha.id)).toBe(100 + given - taken)
    expect(100 + given - taken).toBeGreaterThanOrEqual(held)
    const holding = new Set(holds.map(({ orderId }) => orderId))
    for (const outcome of bought) {
      if ('data' in outcome && holding.has(outcome.data.orderId))
        await dataOf(client.verify(await pay(shop, outcome.data.providerOrderId)))
    }
    expect(await balanceOf(shop, store, asha.id)).toBe(100 + given - taken - held)
  })
})
