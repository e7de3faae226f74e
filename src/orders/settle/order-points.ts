import type { LoyaltyEntry, Order } from '../../generated/prisma/client.ts'
import { addLedgerEntry, lockPoints } from '../../loyalty/ledger.sql.ts'
import { MAX_BALANCE } from '../../loyalty/points.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { pointsEntriesOf } from '../orders.sql.ts'

/** As far as the balance and its maximum allow. @returns the missing points */
export async function settlePoints(tx: SqlClient, order: Order, now: Date): Promise<number> {
  const { storeId, id: orderId, customerId, pointsUsed, pointsEarned } = order
  if (!customerId || (pointsUsed === 0 && pointsEarned === 0)) return 0
  const balance = await lockPoints(tx, { storeId, id: customerId })
  const redeemed = Math.min(pointsUsed, balance)
  const earned = Math.min(pointsEarned, MAX_BALANCE - (balance - redeemed))
  const entry = { storeId, customerId, orderId, at: now }
  if (redeemed > 0) await addLedgerEntry(tx, { ...entry, kind: 'REDEEM', points: -redeemed })
  if (earned > 0) await addLedgerEntry(tx, { ...entry, kind: 'EARN', points: earned })
  return pointsUsed - redeemed
}

/** Subunits of the total, or all. */
type TakenBack = bigint | 'all'

type OfOrder = Pick<LoyaltyEntry, 'kind' | 'points' | 'part'>

const takenBack = ({ status, paymentStatus, refundedAmount }: Order, entries: readonly OfOrder[]): TakenBack => {
  // Earlier versions marked orders as refunded without an amount and returned all points.
  const isMarked = entries.some(({ kind, part }) => part === 0 && kind.endsWith('_REVERSAL'))
  return isMarked || status === 'CANCELLED' || (paymentStatus === 'REFUNDED' && refundedAmount > 0n)
    ? 'all'
    : refundedAmount
}

/** In proportion, rounded down. */
export const pointsTakenBack = (points: number, back: TakenBack, total: bigint): number =>
  back === 'all' || back >= total ? points : Number((BigInt(points) * back) / total)

/**
 * What `returnPoints` moves: redeemed points go back, as far as the balance may grow, and earned ones away, as far as
 * they are there.
 * @param entries of the order
 */
export function pointsMoved(
  order: Order,
  entries: readonly OfOrder[],
  { balance, after }: { balance: number; after: TakenBack },
): { back: number; away: number } {
  const before = takenBack(order, entries)
  if (before === 'all') return { back: 0, away: 0 }
  const more = (kind: 'EARN' | 'REDEEM') => {
    const points = Math.abs(entries.find((entry) => entry.kind === kind)?.points ?? 0)
    return pointsTakenBack(points, after, order.total) - pointsTakenBack(points, before, order.total)
  }
  const back = Math.min(more('REDEEM'), MAX_BALANCE - balance)
  return { back, away: Math.min(more('EARN'), balance + back) }
}

/**
 * Returns redeemed and removes earned points for what is taken back now. Earned points already spent are not recovered.
 * Nothing happens once all was taken back: an order may be cancelled and refunded.
 * @param order as before
 * @param part the refund's number; 0 for a cancellation
 */
export async function returnPoints(
  tx: SqlClient,
  order: Order,
  { back: after, part, now }: { back: TakenBack; part: number; now: Date },
): Promise<void> {
  const { storeId, id: orderId, customerId } = order
  if (!customerId) return
  const balance = await lockPoints(tx, { storeId, id: customerId })
  const { back, away } = pointsMoved(order, await pointsEntriesOf(tx, order), { balance, after })
  const entry = { storeId, customerId, orderId, part, at: now }
  if (back > 0) await addLedgerEntry(tx, { ...entry, kind: 'REDEEM_REVERSAL', points: back })
  if (away > 0) await addLedgerEntry(tx, { ...entry, kind: 'EARN_REVERSAL', points: -away })
}
