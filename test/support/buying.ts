import { expect } from 'vitest'
import { addLedgerEntry } from '../../src/commerce/loyalty/ledger.sql.ts'
import { paymentSignature, webhookSignature } from '../../src/commerce/payments/signature.ts'
import type { Order, Store } from '../../src/generated/prisma/client.ts'
import { type Caller, type Outcome, rest } from './call.ts'
import type { StorefrontClient } from './client.ts'
import type { FakePayment } from './fake-provider.ts'
import { newPhone } from './phones.ts'
import type { Shop } from './shop.ts'

export const buyer = { name: 'Ravi', phone: '98765 43210' }

export async function dataOf(outcome: Promise<unknown>): Promise<any> {
  const settled = (await outcome) as { data?: unknown; error?: string }
  expect(settled.error).toBeUndefined()
  return settled.data
}

export async function productIdOf(shop: Shop, store: Store, slug: string): Promise<string> {
  const where = { storeId_slug: { storeId: store.id, slug } }
  return (await shop.database.prisma.product.findUniqueOrThrow({ where })).id
}

/** What the sandbox's widget hands to the page once the buyer has paid, or has failed to. */
export async function pay(shop: Shop, providerOrderId: string, outcome: 'pay' | 'fail' = 'pay') {
  const { status, body } = await rest(shop, 'POST', `/sandbox/orders/${providerOrderId}/pay`, { outcome })
  expect(status).toBe(200)
  return body as { provider_order_id: string; provider_payment_id: string; provider_signature: string }
}

/** Checkout, payment and verification. */
export async function buy(shop: Shop, client: StorefrontClient, input: object, caller?: Caller) {
  const placed = await dataOf(client.checkout({ buyer, ...input }, caller))
  const receipt = await pay(shop, placed.providerOrderId)
  await dataOf(client.verify(receipt))
  return placed
}

export const orderRow = (shop: Shop, store: Store, orderNo: string): Promise<Order> =>
  shop.database.prisma.order.findUniqueOrThrow({ where: { storeId_orderNo: { storeId: store.id, orderNo } } })

export async function stockOf(shop: Shop, store: Store, slug: string): Promise<number | null> {
  const where = { storeId_slug: { storeId: store.id, slug } }
  return (await shop.database.prisma.product.findUniqueOrThrow({ where })).stock
}

/** Runs the work so many times at once. A call for which the service was too busy is made again, as clients do. */
export const atOnce = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(
    Array.from({ length: times }, async (_, index) => {
      for (;;) {
        const outcome = await work(index)
        if (!isBusy(outcome)) return outcome
      }
    }),
  )

const isBusy = (outcome: unknown): boolean =>
  typeof outcome === 'object' &&
  outcome !== null &&
  'error' in outcome &&
  outcome.error === 'The service is busy. Please try again.'

/** What the outcomes of calls came to: how many answered with data, and how many with which status. */
export function tally(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) {
    const name = 'data' in outcome ? 'ok' : `${outcome.status} ${outcome.error}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

export const placedOf = (outcomes: readonly Outcome[]): any[] =>
  outcomes.flatMap((outcome) => ('data' in outcome ? [outcome.data] : []))

/** A customer with a token and so many points, which the ledger knows of. */
export async function signUpWithPoints(shop: Shop, store: Store, client: StorefrontClient, points: number) {
  const phone = newPhone()
  const { token } = await dataOf(client.signUp({ name: 'Asha', phone, password: 'secret1' }))
  const where = { storeId_phone: { storeId: store.id, phone } }
  const { id } = await shop.database.prisma.customer.findUniqueOrThrow({ where })
  if (points > 0) {
    await shop.database.prisma.$transaction((tx) =>
      addLedgerEntry(tx, { storeId: store.id, customerId: id, kind: 'OPENING', points, at: new Date() }),
    )
  }
  return { id, token: token as string }
}

/** A customer's balance, which must be what the ledger sums up to. */
export async function balanceOf(shop: Shop, store: Store, customerId: string): Promise<number> {
  const where = { storeId_id: { storeId: store.id, id: customerId } }
  const { points } = await shop.database.prisma.customer.findUniqueOrThrow({ where })
  const ledger = { storeId: store.id, customerId }
  const { _sum } = await shop.database.prisma.loyaltyEntry.aggregate({ where: ledger, _sum: { points: true } })
  expect(_sum.points ?? 0).toBe(points)
  return points
}

/** How often a discount was used by paid orders, and by how many rows of uses that count for good. */
export async function usesOf(shop: Shop, store: Store, code: string): Promise<{ counted: number; held: number }> {
  const where = { storeId_code: { storeId: store.id, code } }
  const { id, timesUsed } = await shop.database.prisma.discount.findUniqueOrThrow({ where })
  const uses = await shop.database.prisma.discountUse.findMany({ where: { storeId: store.id, discountId: id } })
  expect(uses.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(timesUsed)
  return { counted: timesUsed, held: uses.length - timesUsed }
}

/** Units, uses and points that pending orders of the store hold, whether or not they have run out. */
export async function holdsOf(shop: Shop, store: Store): Promise<number> {
  const where = { storeId: store.id }
  const { prisma } = shop.database
  const uses = await prisma.discountUse.count({ where: { ...where, expiresAt: { not: null } } })
  return uses + (await prisma.stockHold.count({ where })) + (await prisma.pointsHold.count({ where }))
}

/** Keys of a store at a real provider, which a test fakes. */
export const razorpay = {
  provider: 'razorpay',
  keyId: 'rzp_test_key',
  keySecret: 'a-key-secret-that-nobody-may-see',
  webhookSecret: 'a-webhook-secret-that-nobody-may-see',
}

/** What the provider's widget hands to the page for a payment. */
export const receiptOf = ({ id, order_id }: FakePayment) => ({
  provider_order_id: order_id,
  provider_payment_id: id,
  provider_signature: paymentSignature(razorpay.keySecret, { providerOrderId: order_id, providerPaymentId: id }),
})

export const paidNotice = (payment: FakePayment, event = 'payment.captured') =>
  JSON.stringify({ entity: 'event', event, payload: { payment: { entity: payment } } })

/** Delivers a provider's notice, well signed unless the headers say otherwise. */
export async function notify(
  shop: Shop,
  subdomain: string,
  body: string,
  headers: Record<string, string> = { 'x-provider-signature': webhookSignature(razorpay.webhookSecret, body) },
) {
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/sites/${subdomain}/webhooks/payments`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  })
  return { status: answer.statusCode, body: answer.json() }
}
