import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deed, Errand } from '../../checkout/crash-harness.ts'
import { type Crashes, openCrashes } from '../../checkout/crashes.ts'
import { long } from '../../support/chance.ts'
import { needs, noEmbedded, noServer } from '../../support/needs.ts'

const OPENED = '2026-06-01T10:00:00.000Z'
const after = (minutes: number) => new Date(Date.parse(OPENED) + minutes * 60_000).toISOString()

let crashes: Crashes
beforeAll(async () => {
  crashes = await openCrashes('http://127.0.0.1:9')
})
afterAll(() => crashes.close())

/** A shop without a payment provider, with 10 units, and Asha, who has 100 points. */
async function openStore(paymentMethod: 'cod' | 'bank') {
  const { prisma } = await crashes.database()
  const { id: storeId } = await prisma.store.create({
    data: {
      ...{ subdomain: `cash-${randomUUID()}`, businessName: 'Tea House', currency: 'INR' },
      ...{ loyaltyEnabled: true, earnRateMicro: 100_000n, redeemRateMicro: 1_000_000n },
    },
  })
  const product = await prisma.product.create({
    data: { storeId, slug: 'tea', name: 'Tea', price: 10_000n, stock: 10 },
  })
  const customer = await prisma.customer.create({
    data: { storeId, name: 'Asha', phone: '9876543210', passwordHash: 'x', referralCode: 'R1', points: 100 },
  })
  await prisma.loyaltyEntry.create({
    data: { storeId, customerId: customer.id, kind: 'OPENING', points: 100, balanceAfter: 100 },
  })
  const lists = { zones: [], deliveryMethods: [], postalCodes: [] }
  await prisma.paymentMethod.createMany({
    data: [
      { storeId, code: 'cod', kind: 'COD', name: 'Cash', ...lists },
      { storeId, code: 'bank', kind: 'MANUAL', name: 'Bank', confirm: 'OWNER', holdHours: 48, ...lists },
    ],
  })
  await prisma.contentVersion.create({ data: { storeId, version: 1n, termsVersion: 1n } })
  const input = {
    items: [{ id: product.id, qty: 2 }],
    buyer: { name: 'Asha', phone: '9876543210', address: '4 Hill Road' },
    loyaltyPoints: 10,
  }
  const checkout: Deed = {
    ...{ act: 'checkout', at: OPENED, storeId, customerId: customer.id, key: 'once' },
    input: { ...input, paymentMethod },
  }
  return { storeId, checkout }
}

/** 200 less 10 points is 190, which earns 19 points: what the books of a store come to. */
async function booksOf(storeId: string) {
  const { prisma } = await crashes.database()
  return prisma.$transaction(
    async (tx) => {
      const where = { storeId }
      const orders = await tx.order.findMany({ where, include: { items: true } })
      for (const { items } of orders) expect(items).toHaveLength(1)
      const { points } = await tx.customer.findFirstOrThrow({ where })
      const { _sum } = await tx.loyaltyEntry.aggregate({ where, _sum: { points: true } })
      expect(_sum.points).toBe(points)
      const paid = await tx.payment.aggregate({ where, _sum: { amount: true } })
      const [order] = orders
      expect(orders.length).toBeLessThanOrEqual(1)
      expect(order?.collectedAmount ?? 0n).toBe(paid._sum.amount ?? 0n)
      const { stock } = await tx.product.findFirstOrThrow({ where })
      const refusals = await tx.refusedDelivery.aggregate({ where, _sum: { count: true } })
      const holds = (await tx.stockHold.count({ where })) + (await tx.pointsHold.count({ where }))
      const events = (await tx.orderEvent.findMany({ where, orderBy: { id: 'asc' } }))
        .map(({ kind }) => kind)
        .toSorted()
      const state = order ? `${order.status} ${order.paymentStatus}` : 'none'
      return { state, stock, points, holds, refusals: refusals._sum.count ?? 0, events: events.join(' ') }
    },
    { isolationLevel: 'RepeatableRead' },
  )
}

type Books = Awaited<ReturnType<typeof booksOf>>
const fresh: Books = { state: 'none', stock: 10, points: 100, holds: 0, refusals: 0, events: '' }
const confirmed = {
  state: 'CONFIRMED PENDING',
  stock: 8,
  points: 90,
  holds: 0,
  refusals: 0,
  events: 'confirmed placed',
}
const waiting = { ...fresh, state: 'PENDING PENDING', holds: 2, events: 'placed' }
const shipped = { ...confirmed, state: 'SHIPPED PENDING', events: 'confirmed placed shipped' }

interface Scenario {
  method: 'cod' | 'bank'
  /** What was done before, and what is done. */
  deeds: ('move' | 'confirm' | 'record')[]
  to?: ('SHIPPED' | 'DELIVERED' | 'CANCELLED')[]
  before: Books
  after: Books
}

const scenarios: Record<string, Scenario> = {
  'a checkout that is confirmed': { method: 'cod', deeds: [], before: fresh, after: confirmed },
  'a checkout that waits for the owner': { method: 'bank', deeds: [], before: fresh, after: waiting },
  'a confirmation': { method: 'bank', deeds: ['confirm'], before: waiting, after: confirmed },
  'a payment': {
    ...{ method: 'cod', deeds: ['record'], before: confirmed },
    after: { ...confirmed, state: 'CONFIRMED PAID', points: 109, events: 'confirmed paid placed' },
  },
  'a payment that confirms': {
    ...{ method: 'bank', deeds: ['record'], before: waiting },
    after: { ...confirmed, state: 'CONFIRMED PAID', points: 109, events: 'paid placed' },
  },
  'a delivery': {
    ...{ method: 'cod', deeds: ['move', 'move'], to: ['SHIPPED', 'DELIVERED'], before: shipped },
    after: { ...shipped, state: 'DELIVERED PAID', points: 109, events: 'confirmed delivered paid placed shipped' },
  },
  'a refusal at the door': {
    ...{ method: 'cod', deeds: ['move', 'move'], to: ['SHIPPED', 'CANCELLED'], before: shipped },
    after: { ...fresh, state: 'CANCELLED PENDING', refusals: 1, events: 'cancelled confirmed placed shipped' },
  },
}

/** Kills the last deed of the scenario at each step in the long tests, else at the last of each kind. */
async function killOnTheWay(scenario: Scenario, kind: Errand['steps']): Promise<number> {
  const meet = async (dieAt: number | null) => {
    const { storeId, checkout } = await openStore(scenario.method)
    const { deeds, to = [], before } = scenario
    let deed: Deed = { ...checkout } as Deed // else its type is that of a checkout
    for (const [index, act] of deeds.entries()) {
      const done = await crashes.survive(deed)
      const { prisma } = await crashes.database()
      const orderNo = done?.orderNo ?? (await prisma.order.findFirstOrThrow({ where: { storeId } })).orderNo
      const move = { act: 'move', orderNo, to: to[index] ?? 'SHIPPED', restock: true } as const
      const rest = act === 'move' ? move : act === 'confirm' ? { act, orderNo } : { act, orderNo, key: 'once' }
      deed = { storeId, at: after(1), ...rest }
    }
    expect(await booksOf(storeId)).toEqual(before)
    const steps = await crashes.perish(deed, kind, dieAt)
    expect([before, scenario.after]).toContainEqual(await booksOf(storeId))
    await crashes.survive({ ...deed, at: after(3) })
    expect(await booksOf(storeId)).toEqual(scenario.after)
    return steps
  }
  const steps = (await meet(null)) ?? []
  const deaths = steps.flatMap((step, index) => (long || index === steps.lastIndexOf(step) ? [index + 1] : []))
  for (const death of deaths) expect(await meet(death)).toBeNull()
  return steps.length
}

describe('on a server, killed before each write and answer', needs(noServer), () => {
  it.each(Object.keys(scenarios))('%s is made good by trying again', { timeout: 300_000 }, async (name) => {
    expect(await killOnTheWay(scenarios[name] as Scenario, 'writes')).toBeGreaterThan(1)
  })
})

describe(
  'embedded, killed before and after each COMMIT',
  needs(noEmbedded, long ? null : 'more time: npm run test:long'),
  () => {
    it.each(Object.keys(scenarios))('%s is made good by trying again', { timeout: 300_000 }, async (name) => {
      expect(await killOnTheWay(scenarios[name] as Scenario, 'commits')).toBeGreaterThan(1)
    })
  },
)
