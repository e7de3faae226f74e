import type { Refund, Store } from '../../src/generated/prisma/client.ts'
import type { FakeRefund } from './fake-provider.ts'
import type { Owner } from './owner.ts'
import type { Shop } from './shop.ts'

export const REFUND = `mutation ($orderNo: String!, $amount: Float, $restock: Boolean, $reason: String!, $key: String!) {
  refund(orderNo: $orderNo, amount: $amount, restock: $restock, reason: $reason, idempotencyKey: $key) {
    paymentStatus refundedAmount needsAttention
    refunds { id status amount failure restock actor throughProvider idempotencyKey }
  }
}`

export interface RefundChoice {
  amount?: number
  restock?: boolean
  reason?: string
  key?: string
}

let lastKey = 0

/** A refund by the owner's API; what it refuses is thrown. */
export async function refundBy(owner: Owner, orderNo: string, choice: RefundChoice = {}): Promise<any> {
  lastKey += 1
  const { key = `key-${lastKey}`, ...rest } = choice
  const { body } = await owner.post(REFUND, { orderNo, reason: 'As she asked', key, ...rest })
  const [error] = body.errors ?? []
  if (error) throw Object.assign(new Error(error.message), { code: error.extensions.code })
  const { refunds, ...order } = body.data.refund
  const { idempotencyKey: _, ...refund } = refunds.find((refund: any) => refund.idempotencyKey === key)
  return { ...refund, order }
}

export const refundRows = (shop: Shop, store: Store): Promise<Refund[]> =>
  shop.database.prisma.refund.findMany({ where: { storeId: store.id }, orderBy: { number: 'asc' } })

/** A provider's notice of a refund, which also contains the payment if that is given. */
export const refundNotice = (
  refund: FakeRefund,
  event: 'refund.processed' | 'refund.failed' = 'refund.processed',
  payment?: object,
) =>
  JSON.stringify({
    ...{ entity: 'event', event, contains: ['refund', ...(payment ? ['payment'] : [])] },
    payload: { refund: { entity: refund }, ...(payment && { payment: { entity: payment } }) },
  })
