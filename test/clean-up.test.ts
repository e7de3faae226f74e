import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanUp } from '../src/clean-up.ts'
import type { Store } from '../src/generated/prisma/client.ts'
import { openShop, type Shop } from './support/shop.ts'

const now = new Date('2026-05-01T12:00:00Z')
const HOUR = 3_600_000
const at = (hours: number) => new Date(now.getTime() + hours * HOUR)
const DAYS = 24

let shop: Shop
let store: Store

beforeAll(async () => {
  shop = await openShop({ clock: () => now })
  store = await shop.addStore({ customers: [{ name: 'Asha', phone: '9876543210', password: 'secret1' }] })
})
afterAll(() => shop.close())

it('what has run out is removed, what has not stays', async () => {
  const { prisma } = shop.services
  const storeId = store.id
  const customer = await prisma.customer.findFirstOrThrow({ where: { storeId } })
  const addOrder = () =>
    prisma.order.create({
      data: {
        storeId,
        orderNo: randomUUID(),
        buyerName: 'Asha',
        buyerPhone: '9876543210',
        buyerPhoneDigits: '9876543210',
        currency: 'INR',
        subtotal: 100n,
        total: 100n,
        holdExpiresAt: now,
      },
    })
  // One second past, and one second to go.
  for (const [late, label] of [
    [-1 / 3600, 'old'],
    [1 / 3600, 'new'],
  ] as const) {
    const expiresAt = at(late)
    const { id: orderId } = await addOrder()
    const productId = randomUUID()
    await prisma.accessToken.create({ data: { storeId, tokenHash: label, passwordVersion: 1, expiresAt } })
    await prisma.stockHold.create({ data: { storeId, orderId, position: 0, productId, qty: 1, expiresAt } })
    await prisma.orderHolder.create({ data: { storeId, orderId, holder: label, expiresAt } })
    await prisma.pointsHold.create({ data: { storeId, orderId, customerId: customer.id, points: 5, expiresAt } })
    await prisma.discountUse.create({
      data: { storeId, orderId, discountId: randomUUID(), buyerKey: label, expiresAt },
    })
    const key = { storeId, caller: 'guest', requestHash: 'x', runningTill: at(-1) }
    await prisma.idempotencyKey.create({ data: { ...key, key: label, createdAt: at(-DAYS + late) } })
    await prisma.paymentEvent.create({
      data: { storeId, provider: 'SANDBOX', eventId: label, type: 'x', receivedAt: at(-30 * DAYS + late) },
    })
  }
  for (const days of [31, 29]) await prisma.chatDay.create({ data: { storeId, day: at(-days * DAYS), messages: 3 } })
  for (const days of [4, 2]) {
    await prisma.referralDay.create({ data: { storeId, day: at(-days * DAYS), address: '192.0.2.1', referrals: 3 } })
  }
  const { id: webhookId } = await prisma.webhook.create({
    data: { storeId, url: 'https://hooks.example', sealedSecret: 'x' },
  })
  const message = { storeId, webhookId, type: 'ping', subject: 'x', body: '{}', createdAt: at(-90 * DAYS) }
  for (const [status, days] of [
    ['DELIVERED', 8],
    ['DELIVERED', 6],
    ['GIVEN_UP', 31],
    ['GIVEN_UP', 29],
  ] as const) {
    const endedAt = at(-days * DAYS)
    await prisma.webhookMessage.create({ data: { ...message, status, endedAt, lastError: `${status} ${days}` } })
  }
  for (const days of [8, 6]) {
    // Whoever held it has died.
    const waiting = { createdAt: at(-days * DAYS), leasedUntil: at(-DAYS), lastError: `WAITING ${days}` }
    await prisma.webhookMessage.create({ data: { ...message, ...waiting } })
  }
  const settled = await addOrder()
  const settledUse = { storeId, orderId: settled.id, discountId: randomUUID(), buyerKey: 'settled' }
  await prisma.discountUse.create({ data: { ...settledUse, expiresAt: null } })
  // A request that was sent with an old key just now.
  await prisma.idempotencyKey.create({
    data: { storeId, caller: 'guest', key: 'running', requestHash: 'x', createdAt: at(-48), runningTill: at(1) },
  })

  await prisma.retiredPaymentAccount.createMany({
    data: [2, 4].map((days) => ({
      ...{ storeId: store.id, provider: 'SANDBOX', keyId: 'left', sealedKeySecret: 'sealed' },
      retiredAt: new Date(shop.services.clock().getTime() - days * 24 * 60 * 60_000),
    })),
  })

  expect(await cleanUp(shop.services)).toEqual({
    access_tokens: 1,
    retired_payment_accounts: 1,
    stock_holds: 1,
    order_holders: 1,
    referral_days: 1,
    points_holds: 1,
    discount_uses: 1,
    idempotency_keys: 1,
    chat_days: 1,
    payment_events: 1,
    webhook_messages: 2,
  })
  expect((await prisma.accessToken.findMany()).map(({ tokenHash }) => tokenHash)).toEqual(['new'])
  expect(await prisma.stockHold.count()).toBe(1)
  expect((await prisma.orderHolder.findMany()).map(({ holder }) => holder)).toEqual(['new'])
  expect(await prisma.referralDay.count()).toBe(1)
  expect(await prisma.pointsHold.count()).toBe(1)
  expect((await prisma.discountUse.findMany()).map(({ buyerKey }) => buyerKey).sort()).toEqual(['new', 'settled'])
  expect((await prisma.idempotencyKey.findMany()).map(({ key }) => key).sort()).toEqual(['new', 'running'])
  expect((await prisma.paymentEvent.findMany()).map(({ eventId }) => eventId)).toEqual(['new'])
  expect(await prisma.chatDay.count()).toBe(1)
  expect((await prisma.webhookMessage.findMany()).map(({ lastError }) => lastError).sort()).toEqual([
    'DELIVERED 6',
    'GIVEN_UP 29',
    'WAITING 6',
    'WAITING 8',
  ])
  const waiting = await prisma.webhookMessage.findMany({ where: { status: 'WAITING' } })
  expect(waiting.map(({ lastError }) => lastError)).toEqual(['WAITING 6'])
  expect(new Set(Object.values(await cleanUp(shop.services)))).toEqual(new Set([0]))
})

it('any number of rows is removed, some at a time', async () => {
  const { prisma } = shop.services
  await prisma.accessToken.createMany({
    data: Array.from({ length: 2_500 }, (_, count) => ({
      storeId: store.id,
      tokenHash: `many-${count}`,
      passwordVersion: 1,
      expiresAt: at(-1),
    })),
  })
  expect(await cleanUp(shop.services)).toMatchObject({ access_tokens: 2_500 })
})
