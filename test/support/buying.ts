import { expect } from 'vitest'
import type { Order, Store } from '../../src/generated/prisma/client.ts'
import type { Caller, StorefrontClient } from './client.ts'
import type { Shop } from './shop.ts'

export const buyer = { name: 'Ravi', phone: '98765 43210' }

export async function dataOf(outcome: Promise<unknown>): Promise<any> {
  const settled = (await outcome) as { data?: unknown; error?: string }
  expect(settled.error).toBeUndefined()
  return settled.data
}

export async function productIdOf(shop: Shop, store: Store, slug: string): Promise<string> {
  const where = { storeId_slug: { storeId: store.id, slug } }
  return (await shop.services.prisma.product.findUniqueOrThrow({ where })).id
}

/** What the sandbox's widget hands to the page once the buyer has paid, or has failed to. */
export async function pay(shop: Shop, providerOrderId: string, outcome: 'pay' | 'fail' = 'pay') {
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/sandbox/orders/${providerOrderId}/pay`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ outcome }),
  })
  expect(answer.statusCode).toBe(200)
  return answer.json() as { provider_order_id: string; provider_payment_id: string; provider_signature: string }
}

/** Checkout, payment and verification. */
export async function buy(shop: Shop, client: StorefrontClient, input: object, caller?: Caller) {
  const placed = await dataOf(client.checkout({ buyer, ...input }, caller))
  const receipt = await pay(shop, placed.providerOrderId)
  await dataOf(client.verify(receipt))
  return placed
}

export const orderRow = (shop: Shop, store: Store, orderNo: string): Promise<Order> =>
  shop.services.prisma.order.findUniqueOrThrow({ where: { storeId_orderNo: { storeId: store.id, orderNo } } })

export async function stockOf(shop: Shop, store: Store, slug: string): Promise<number | null> {
  const where = { storeId_slug: { storeId: store.id, slug } }
  return (await shop.services.prisma.product.findUniqueOrThrow({ where })).stock
}
