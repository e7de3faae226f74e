import { isDeepStrictEqual } from 'node:util'
import type { Services } from '../../api/context.ts'
import type { Order, Prisma } from '../../generated/prisma/client.ts'
import { Problem } from '../../platform/problem.ts'
import { type Alert, storedMoney } from '../orders/attention/alert.ts'
import { alertOwner } from '../orders/attention/alert-owner.ts'
import { alertInWords } from '../orders/attention/alert-words.ts'
import { type Alerted, withoutResolved } from '../orders/attention/alerts.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { inOrderTransaction } from '../orders/order-transaction.ts'
import { addOrderEvent } from '../orders/orders.sql.ts'
import { type StoreAccount, vouchesFor } from '../payments/retired-account.ts'
import type { WebhookEvent } from '../payments/webhook-event.ts'

type DisputeNotice = NonNullable<WebhookEvent['dispute']>

/**
 * Alerts the owner, or ends the alert. Events may repeat and arrive in any order; the order's history decides. Payments
 * of unknown orders change nothing.
 * @throws Problem INVALID_SIGNATURE when the account does not vouch for the order
 */
export async function applyDispute(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'orderQueue'>,
  signer: StoreAccount,
  dispute: DisputeNotice,
): Promise<void> {
  const found = await findOrder(services, signer, dispute)
  if (!found) return
  if (!vouchesFor(signer, found)) throw new Problem('INVALID_SIGNATURE', 'Invalid signature')
  await inOrderTransaction(services, signer.storeId, async (tx) => {
    const order = await lockOrder(tx, signer.storeId, { id: found.id })
    if (!order) return
    const now = services.clock()
    const { disputeId, state } = dispute
    const known = await knownOf(tx, order, disputeId)
    if (known.isOver) return
    const rest = { ...order, ...withoutResolved(order, { dispute: disputeId }) }
    if (state === 'won' || state === 'lost' || state === 'closed') {
      await end(tx, rest, { kind: 'dispute_ended', disputeId, state, ...storedMoney(dispute) }, now)
      return
    }
    const alert: Alert = {
      kind: 'dispute',
      disputeId,
      state,
      reason: dispute.reason,
      since: day(dispute.since ?? now),
      respondBy: dispute.respondBy && minute(dispute.respondBy),
      ...storedMoney(dispute),
    }
    // `created` is no news after anything else.
    const isNews = state === 'created' ? known.alerts.length === 0 : !known.alerts.some(isSameAs(alert))
    if (isNews) await alertOwner(services, tx, rest, { actor: 'provider', now, alert })
  })
}

const day = (moment: Date): string => moment.toISOString().slice(0, 10)

const minute = (moment: Date): string => moment.toISOString().slice(0, 16).replace('T', ' ')

const isSameAs = (alert: Alert) => (other: unknown) => isDeepStrictEqual(alert, other)

async function findOrder(
  { db: { prisma } }: Pick<Services, 'db'>,
  { storeId, provider }: StoreAccount,
  { providerPaymentId, providerOrderId }: DisputeNotice,
): Promise<Pick<Order, 'id' | 'provider' | 'createdAt'> | null> {
  const select = { id: true, provider: true, createdAt: true }
  const payment = await prisma.payment.findFirst({
    where: { storeId, provider, providerPaymentId },
    select: { order: { select } },
  })
  if (payment || providerOrderId === null) return payment?.order ?? null
  return prisma.order.findFirst({ where: { storeId, provider, providerOrderId }, select })
}

async function knownOf(tx: Prisma.TransactionClient, { storeId, id: orderId }: Order, disputeId: string) {
  const events = await tx.orderEvent.findMany({
    where: { storeId, orderId, actor: 'provider', alert: { path: ['disputeId'], equals: disputeId } },
    select: { kind: true, alert: true },
  })
  return {
    isOver: events.some(({ kind }) => kind === 'resolved'),
    alerts: events.filter(({ kind }) => kind === 'attention').map(({ alert }) => alert),
  }
}

async function end(
  tx: Prisma.TransactionClient,
  { storeId, id, ...order }: Pick<Order, 'storeId' | 'id'> & Alerted,
  alert: Alert,
  now: Date,
): Promise<void> {
  await tx.order.update({
    where: { storeId_id: { storeId, id } },
    data: { alerts: order.alerts, needsAttention: order.needsAttention, updatedAt: now, version: { increment: 1 } },
  })
  await addOrderEvent(tx, {
    storeId,
    orderId: id,
    actor: 'provider',
    kind: 'resolved',
    detail: alertInWords(alert),
    alert,
    at: now,
  })
}
