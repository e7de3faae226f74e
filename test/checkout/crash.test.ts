import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importBundle } from '../../src/commerce/bundle/import-bundle.ts'
import { checkBundle } from '../../src/commerce/bundle/parse-bundle.ts'
import { createStoreDirectory } from '../../src/commerce/stores/store-directory.ts'
import type { Prisma } from '../../src/generated/prisma/client.ts'
import { waysToData } from '../../src/platform/database/db.ts'
import { createSeal } from '../../src/platform/secrets/sealed-secrets.ts'
import { razorpay, receiptOf } from '../support/buying.ts'
import { long } from '../support/chance.ts'
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts'
import { needs, noEmbedded, noServer } from '../support/needs.ts'
import { type Deed, type Errand, SECRET } from './crash-harness.ts'
import { type Crashes, openCrashes } from './crashes.ts'

const OPENED = '2026-06-01T10:00:00.000Z'
const after = (minutes: number) => new Date(Date.parse(OPENED) + minutes * 60_000).toISOString()

let provider: FakeProvider
let crashes: Crashes

beforeAll(async () => {
  provider = await startFakeProvider(razorpay)
  crashes = await openCrashes(provider.url)
})
afterAll(async () => {
  await crashes.close()
  await provider.close()
})

/** A shop with 10 units, and Asha, who has 100 points and 2 units in her cart. */
async function openStore() {
  const database = await crashes.database()
  const { prisma } = database
  const subdomain = `crash-${randomUUID()}`
  const bundle = {
    format: 'storefront-bundle/1',
    store: {
      ...{ subdomain, businessName: 'Tea House', currency: 'INR', timeZone: 'Asia/Kolkata', active: true },
      loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 },
      payments: razorpay,
    },
    products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 10 }],
    discounts: [
      { code: 'TEN', type: 'percent', value: 10, usageLimit: 5 },
      { code: 'ALL', type: 'percent', value: 100, perCustomerLimit: 1 },
    ],
    customers: [{ name: 'Asha', phone: '9876543210', password: 'secret1', loyaltyPoints: 100 }],
  }
  const services = {
    ...waysToData(database),
    seal: createSeal([SECRET]),
    passwords: { hash: async () => 'x' },
    clock: () => new Date(),
    stores: createStoreDirectory(prisma),
  }
  const { store } = await importBundle(services, checkBundle(bundle))
  const where = { storeId: store.id }
  const customer = await prisma.customer.findFirstOrThrow({ where })
  const product = await prisma.product.findFirstOrThrow({ where })
  const cart = {
    ...{ storeId: store.id, id: randomUUID(), customerId: customer.id, discountCode: 'TEN' },
    lines: [{ id: product.id, variant: null, qty: 2, name: 'Tea' }],
  }
  await prisma.cart.create({ data: { ...cart, updatedAt: OPENED, touchedAt: OPENED } })
  const checkout: Deed = {
    ...{ act: 'checkout', at: OPENED, storeId: store.id, customerId: customer.id, key: 'once' },
    input: { cartId: cart.id, buyer: { name: 'Asha', phone: '9876543210' }, loyaltyPoints: 10 },
  }
  return { storeId: store.id, checkout }
}

/** All of one moment: what the killed process sent last may still be committed meanwhile. */
async function stateOf(storeId: string) {
  const { prisma } = await crashes.database()
  return prisma.$transaction((tx) => readState(tx, storeId), { isolationLevel: 'RepeatableRead' })
}

async function readState(prisma: Prisma.TransactionClient, storeId: string) {
  const where = { storeId }
  const orders = await prisma.order.findMany({ where, include: { items: true } })
  const [product, customer] = [
    await prisma.product.findFirstOrThrow({ where }),
    await prisma.customer.findFirstOrThrow({ where }),
  ]
  const { _sum } = await prisma.loyaltyEntry.aggregate({ where, _sum: { points: true } })
  expect(_sum.points).toBe(customer.points)
  const stockHolds = await prisma.stockHold.findMany({ where })
  const pointsHolds = await prisma.pointsHold.findMany({ where })
  const uses = await prisma.discountUse.findMany({ where })
  const used = await prisma.discount.aggregate({ where, _sum: { timesUsed: true } })
  expect(used._sum.timesUsed).toBe(uses.filter(({ expiresAt }) => expiresAt === null).length)
  const holds = [...stockHolds, ...pointsHolds, ...uses].flatMap(({ expiresAt }) => expiresAt ?? [])
  const { lines } = await prisma.cart.findFirstOrThrow({ where })
  return {
    orders,
    holds,
    inCart: (lines as { qty: number }[]).reduce((sum, { qty }) => sum + qty, 0),
    stock: product.stock,
    points: customer.points,
    uses: used._sum.timesUsed,
    payments: await prisma.payment.count({ where }),
    paidEvents: await prisma.orderEvent.count({ where: { ...where, kind: 'paid' } }),
  }
}

/** What must hold the moment after a crash: each order is whole, and nothing is held for longer than it may be. */
async function expectConsistent(storeId: string) {
  const { orders, holds, inCart, stock, payments, paidEvents } = await stateOf(storeId)
  expect(orders.length).toBeLessThanOrEqual(1)
  for (const order of orders) expect(order.items).toHaveLength(1)
  const sold = orders.some(({ status }) => status === 'CONFIRMED')
  expect({ stock, inCart }).toEqual(sold ? { stock: 8, inCart: 0 } : { stock: 10, inCart: 2 })
  for (const expiresAt of holds) expect(expiresAt.toISOString()).toBe(after(15))
  if (sold) expect(holds).toEqual([])
  expect(payments).toBeLessThanOrEqual(paidEvents)
}

/** 2 × 100 less 10 % and 10 points is 170, which earns 17 points. */
async function expectSold(storeId: string) {
  const state = await stateOf(storeId)
  const { orders, ...rest } = state
  expect(
    orders.map(({ status, paymentStatus, needsAttention }) => ({ status, paymentStatus, needsAttention })),
  ).toEqual([{ status: 'CONFIRMED', paymentStatus: 'PAID', needsAttention: null }])
  expect(rest).toEqual({ holds: [], inCart: 0, stock: 8, points: 107, uses: 1, payments: 1, paidEvents: 1 })
}

function receiptFor(orderId: string) {
  const { provider_order_id, provider_payment_id, provider_signature } = receiptOf(provider.pay(orderId))
  return {
    providerOrderId: provider_order_id,
    providerPaymentId: provider_payment_id,
    providerSignature: provider_signature,
  }
}

async function placeAndPay() {
  const { storeId, checkout } = await openStore()
  const { orderNo, providerOrderId } = await crashes.survive(checkout)
  return { storeId, orderNo, receipt: receiptFor(providerOrderId) }
}

/** The deed to be killed at, and what brings everything to its good end afterwards. */
type Scenario = () => Promise<{ deed: Deed; recover: () => Promise<void> }>

const scenarios: Record<string, Scenario> = {
  async 'a checkout'() {
    const { storeId, checkout } = await openStore()
    const recover = async () => {
      // A minute later the key is free: its process must have died.
      const { providerOrderId, ...placed } = await crashes.survive({ ...checkout, at: after(2) })
      expect(await crashes.survive({ ...checkout, at: after(3) })).toEqual({ providerOrderId, ...placed })
      const receipt = receiptFor(providerOrderId)
      expect(await crashes.survive({ act: 'verify', storeId, at: after(3), receipt })).toBe(true)
      await expectSold(storeId)
    }
    return { deed: checkout, recover }
  },

  async 'a checkout that costs nothing'() {
    const { storeId, checkout } = await openStore()
    const deed = { ...checkout, input: { ...('input' in checkout && checkout.input), discountCode: 'ALL' } } as Deed
    const recover = async () => {
      const { orderNo, providerOrderId } = await crashes.survive({ ...deed, at: after(2) })
      expect(providerOrderId).toBe(`free_${orderNo}`)
      const { orders, ...rest } = await stateOf(storeId)
      expect(orders.map(({ status }) => status)).toEqual(['CONFIRMED'])
      expect(rest).toEqual({ holds: [], inCart: 0, stock: 8, points: 100, uses: 1, payments: 0, paidEvents: 1 })
    }
    return { deed, recover }
  },

  async 'a verification'() {
    const { storeId, receipt } = await placeAndPay()
    const deed: Deed = { act: 'verify', storeId, at: after(1), receipt }
    return {
      deed,
      recover: async () => {
        expect(await crashes.survive({ ...deed, at: after(2) })).toBe(true)
        await expectSold(storeId)
      },
    }
  },

  async 'a verification with a bad signature'() {
    const { storeId, receipt } = await placeAndPay()
    const bad = { ...receipt, providerSignature: 'bad' }
    const deed: Deed = { act: 'verify', storeId, at: after(1), receipt: bad }
    const recover = async () => {
      expect(await crashes.survive({ ...deed, receipt })).toBe(true)
      await expectSold(storeId)
    }
    return { deed, recover }
  },

  async 'a reconciliation'() {
    const { storeId } = await placeAndPay()
    const deed: Deed = { act: 'reconcile', storeId, at: after(16) }
    const recover = async () => {
      await crashes.survive({ ...deed, at: after(22) })
      await expectSold(storeId)
    }
    return { deed, recover }
  },

  async 'a cancellation'() {
    const { storeId, orderNo, receipt } = await placeAndPay()
    await crashes.survive({ act: 'verify', storeId, at: after(1), receipt })
    const deed: Deed = { act: 'cancel', storeId, at: after(2), orderNo }
    const recover = async () => {
      expect(['CANCELLED', { refused: 'The order is already cancelled.' }]).toContainEqual(await crashes.survive(deed))
      const { orders, ...rest } = await stateOf(storeId)
      expect(orders.map(({ status, paymentStatus }) => [status, paymentStatus])).toEqual([['CANCELLED', 'PAID']])
      expect(rest).toEqual({ holds: [], inCart: 0, stock: 10, points: 100, uses: 0, payments: 1, paidEvents: 1 })
    }
    return { deed, recover }
  },
}

/**
 * Kills the scenario's process, `atOnce` at a time: at each step in the long tests, else at the last of each kind. Gives
 * how many steps there are.
 */
async function killOnTheWay(scenario: Scenario, kind: Errand['steps'], atOnce: number): Promise<number> {
  const meet = async (dieAt: number | null) => {
    const { deed, recover } = await scenario()
    const steps = await crashes.perish(deed, kind, dieAt)
    if (deed.act !== 'cancel') await expectConsistent(deed.storeId)
    await recover()
    return steps
  }
  const steps = (await meet(null)) ?? []
  const deaths = steps.flatMap((kind, index) => (long || index === steps.lastIndexOf(kind) ? [index + 1] : []))
  for (let done = 0; done < deaths.length; done += atOnce) {
    const outcomes = await Promise.all(deaths.slice(done, done + atOnce).map(meet))
    expect(outcomes.filter((steps) => steps !== null)).toEqual([])
  }
  return steps.length
}

describe('on a server, killed before each write, call of the provider and answer', needs(noServer), () => {
  it.each(['a checkout', 'a verification'])('%s is made good by trying again', { timeout: 300_000 }, async (name) => {
    expect(await killOnTheWay(scenarios[name] as Scenario, 'writes', 3)).toBeGreaterThan(6)
  })
})

describe('on a server, killed before and after each transaction', needs(noServer), () => {
  const others = ['a checkout that costs nothing', 'a verification with a bad signature', 'a cancellation']
  it.each(others)('%s is made good by trying again', { timeout: 300_000 }, async (name) => {
    expect(await killOnTheWay(scenarios[name] as Scenario, 'commits', 3)).toBeGreaterThan(1)
  })

  // It asks about every order that is due, so only one may be.
  it('a reconciliation is made good by another', { timeout: 300_000 }, async () => {
    expect(await killOnTheWay(scenarios['a reconciliation'] as Scenario, 'commits', 1)).toBeGreaterThan(3)
  })
})

describe(
  'embedded, killed before and after each COMMIT and call of the provider',
  needs(noEmbedded, long ? null : 'more time: npm run test:long'),
  () => {
    it.each(['a checkout', 'a verification'])('%s is made good by trying again', { timeout: 300_000 }, async (name) => {
      expect(await killOnTheWay(scenarios[name] as Scenario, 'commits', 1)).toBeGreaterThan(1)
    })
  },
)
