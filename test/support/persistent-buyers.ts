import { expect } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import type { Shop } from './shop.ts'

/** Sends a request and gives its answer; null when none came. */
export type Send = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<{ status: number; retryAfter: string | undefined; body: any } | null>

export interface Purchases {
  /** How many answers there were of each status; `none` where a connection broke. */
  statuses: Record<string, number>
  orderNos: string[]
}

/** A client tries again after these: the service could not, or another try with the same key is still running. */
const TRY_AGAIN = new Set([503, 409])

/**
 * Buyers who each buy one unit, and try again as clients are told to, with the same Idempotency-Key, until they have
 * paid. Any other answer fails.
 */
export async function buyPersistently(
  send: Send,
  subdomain: string,
  productId: string,
  buyers: number,
  name: string,
): Promise<Purchases> {
  const statuses: Record<string, number> = {}

  async function insist(path: string, body: object, headers: Record<string, string> = {}): Promise<any> {
    for (;;) {
      const answer = await send('POST', path, body, headers)
      statuses[answer?.status ?? 'none'] = (statuses[answer?.status ?? 'none'] ?? 0) + 1
      if (answer?.status === 200) return answer.body
      if (answer)
        expect({ path, ...answer }).toMatchObject({ status: expect.toSatisfy((status) => TRY_AGAIN.has(status)) })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  const orderNos = await Promise.all(
    Array.from({ length: buyers }, async (_, index) => {
      const order = { buyer: { name: 'Ravi', phone: `${name} ${index}` }, items: [{ id: productId, qty: 1 }] }
      const placed = await insist(`/api/sites/${subdomain}/checkout`, order, { 'idempotency-key': `${name}-${index}` })
      const receipt = await insist(`/sandbox/orders/${placed.providerOrderId}/pay`, {})
      await insist(`/api/sites/${subdomain}/checkout/verify`, receipt)
      return placed.orderNo as string
    }),
  )
  return { statuses, orderNos }
}

/** Checks that the store has one paid order for each of these, no other, and so many units less. */
export async function expectBooks(
  prisma: Shop['services']['db']['prisma'],
  store: Pick<Store, 'id'>,
  { orderNos, stock }: { orderNos: readonly string[]; stock: number },
): Promise<void> {
  expect(new Set(orderNos).size).toBe(orderNos.length)
  const orders = await prisma.order.findMany({ where: { storeId: store.id }, include: { items: true } })
  expect(orders.map(({ orderNo }) => orderNo).toSorted()).toEqual([...orderNos].toSorted())
  expect(orders.filter(({ status, paymentStatus }) => status !== 'CONFIRMED' || paymentStatus !== 'PAID')).toEqual([])
  const product = await prisma.product.findFirstOrThrow({ where: { storeId: store.id } })
  expect(product.stock).toBe(stock - orders.reduce((sum, { items }) => sum + (items[0]?.qty ?? 0), 0))
  expect(await prisma.stockHold.count({ where: { storeId: store.id } })).toBe(0)
}
