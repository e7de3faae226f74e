import type { Order } from '../generated/prisma/client.ts'
import type { ProviderAccount } from '../payments/provider.ts'
import { findProviderAccount } from '../payments/provider-account.ts'
import type { Services } from '../platform/context.ts'
import { settlePayment } from './settle-payment.ts'

/** Orders that one run looks at. */
const BATCH = 50
/** After this age of an order nobody asks any more. */
const GIVE_UP_MS = 3 * 24 * 60 * 60_000
/** How long an order is taken care of by the run that has picked it. */
const LEASE_MS = 5 * 60_000

type Due = Pick<Order, 'storeId' | 'id' | 'orderNo' | 'provider' | 'providerOrderId' | 'createdAt'>

/**
 * Asks the providers about orders whose buyers did not come back in time, and settles those that were paid. Several
 * processes may run it at once: each order is looked at by one.
 * @returns how many orders were settled
 */
export async function reconcilePayments(services: Services): Promise<number> {
  const { prisma, clock } = services
  const now = clock()
  const due = await prisma.$queryRaw<Due[]>`
    UPDATE orders SET check_payment_at = ${new Date(now.getTime() + LEASE_MS)}
    WHERE (store_id, id) IN (
      SELECT store_id, id FROM orders WHERE check_payment_at <= ${now}
      ORDER BY check_payment_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )
    RETURNING store_id AS "storeId", id, order_no AS "orderNo", provider, provider_order_id AS "providerOrderId", created_at AS "createdAt"`
  let settled = 0
  const accounts = new Map<string, Promise<ProviderAccount | null>>()
  for (const order of due) {
    const account = accounts.get(order.storeId) ?? findProviderAccount(services, order.storeId)
    accounts.set(order.storeId, account)
    if (await settleIfPaid(services, order, await account)) settled += 1
    else await askLater(services, order, now)
  }
  return settled
}

async function settleIfPaid(services: Services, order: Due, account: ProviderAccount | null): Promise<boolean> {
  if (!account || account.provider !== order.provider || !order.providerOrderId) return false
  try {
    const payments = await services.payments.capturedPayments(account, order.providerOrderId)
    for (const payment of payments) await settlePayment(services, order.storeId, payment, 'reconciliation')
    return payments.length > 0
  } catch (error) {
    services.logger.warn({ err: error, orderNo: order.orderNo }, 'Could not ask the provider about an order')
    return false
  }
}

/** Again after as long as the order is old by now; never, once that is too long or there is nothing to ask about. */
async function askLater(
  { prisma }: Services,
  { storeId, id, createdAt, providerOrderId }: Due,
  now: Date,
): Promise<void> {
  const age = now.getTime() - createdAt.getTime()
  const isHopeless = age > GIVE_UP_MS || !providerOrderId
  await prisma.order.updateMany({
    where: { storeId, id, checkPaymentAt: { not: null } },
    data: { checkPaymentAt: isHopeless ? null : new Date(now.getTime() + Math.max(age, 60_000)) },
  })
}
