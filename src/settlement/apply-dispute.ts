import type { Order, Prisma } from '../generated/prisma/client.ts'
import type { Services } from '../graphql/context.ts'
import { withoutDemands } from '../orders/attention/attention.ts'
import { callOwner } from '../orders/attention/call-owner.ts'
import { type Disputed, disputeDemand, disputeEnd, startOf } from '../orders/attention/dispute-demand.ts'
import { lockOrder, type OrderWithItems } from '../orders/lock-order.ts'
import { inOrderTransaction } from '../orders/order-transaction.ts'
import { addOrderEvent } from '../orders/orders.sql.ts'
import { type StoreAccount, vouchesFor } from '../payments/retired-account.ts'
import type { WebhookEvent } from '../payments/webhook-event.ts'
import { Problem } from '../platform/problem.ts'

type DisputeNotice = NonNullable<WebhookEvent['dispute']>

/**
 * Calls the owner about a dispute, or ends the call when the dispute is over. Notices may come twice and in any order:
 * the order's history says what was known before. A dispute about a payment of no order here changes nothing.
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
    const { state } = dispute
    const told: Disputed = { ...dispute, since: dispute.since ?? now }
    const known = await knownOf(tx, order, dispute.disputeId)
    if (known.isOver) return
    const rest = { ...order, needsAttention: withoutDemands(order, { dispute: dispute.disputeId }) }
    if (state === 'won' || state === 'lost' || state === 'closed') {
      await end(tx, rest, disputeEnd(told, state), now)
      return
    }
    const reason = disputeDemand(told, state)
    // That it was created is no news after anything else.
    const isNews = state === 'created' ? known.demands.length === 0 : !known.demands.includes(reason)
    if (isNews) await callOwner(services, tx, rest, { actor: 'provider', now, reason })
  })
}

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

/** What the order's history says of the dispute. */
async function knownOf(tx: Prisma.TransactionClient, { storeId, id: orderId }: Order, disputeId: string) {
  const events = await tx.orderEvent.findMany({
    where: { storeId, orderId, actor: 'provider', kind: { in: ['attention', 'resolved'] } },
    select: { kind: true, detail: true },
  })
  const ofDispute = events.filter(({ detail }) => detail.startsWith(startOf(disputeId)))
  return {
    isOver: ofDispute.some(({ kind }) => kind === 'resolved'),
    demands: ofDispute.filter(({ kind }) => kind === 'attention').map(({ detail }) => detail),
  }
}

async function end(
  tx: Prisma.TransactionClient,
  { storeId, id, needsAttention }: OrderWithItems,
  detail: string,
  now: Date,
): Promise<void> {
  await tx.order.update({
    where: { storeId_id: { storeId, id } },
    data: { needsAttention, updatedAt: now, version: { increment: 1 } },
  })
  await addOrderEvent(tx, { storeId, orderId: id, actor: 'provider', kind: 'resolved', detail, at: now })
}
