import type { LoyaltyEntry, Order } from '../../generated/prisma/client.ts'
import { addLedgerEntry, lockPoints } from '../../loyalty/ledger.sql.ts'
import { MAX_BALANCE } from '../../loyalty/points.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { pointsEntriesOf } from '../orders.sql.ts'

/**
 * Redeems and credits an order's points as far as the balance and its maximum allow.
 * @returns how many of the points to redeem were missing
 */
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

/** How much of an order is taken back: so much of its total, in subunits, or all of it. */
type TakenBack = bigint | 'all'

type OfOrder = Pick<LoyaltyEntry, 'kind' | 'points' | 'part'>

/** What of the order is taken back by now. */
const takenBack = ({ status, paymentStatus, refundedAmount }: Order, entries: readonly OfOrder[]): TakenBack => {
  // Earlier versions have marked orders as refunded without an amount, and returned the points as for a cancellation.
  const isMarked = entries.some(({ kind, part }) => part === 0 && kind.endsWith('_REVERSAL'))
  return isMarked || status === 'CANCELLED' || (paymentStatus === 'REFUNDED' && refundedAmount > 0n)
    ? 'all'
    : refundedAmount
}

/** The points that go with what is taken back: in proportion, rounded down; with all of it, all. */
export const pointsTakenBack = (points: number, back: TakenBack, total: bigint): number =>
  back === 'all' || back >= total ? points : Number((BigInt(points) * back) / total)

/**
 * Gives redeemed points back and removes earned ones, as many as go with what is taken back now and was not before. If
 * earned points have been spent already, only what is left is removed. When all was taken back before, nothing happens:
 * an order may be both cancelled and refunded.
 * @param order as it was before
 * @param part the number of the refund; 0 for a cancellation
 */
export async function returnPoints(
  tx: SqlClient,
  order: Order,
  { back: after, part, now }: { back: TakenBack; part: number; now: Date },
): Promise<void> {
  const { storeId, id: orderId, customerId, total } = order
  if (!customerId) return
  const balance = await lockPoints(tx, { storeId, id: customerId })
  const entries = await pointsEntriesOf(tx, order)
  const before = takenBack(order, entries)
  if (before === 'all') return
  const more = (kind: 'EARN' | 'REDEEM') => {
    const points = Math.abs(entries.find((entry) => entry.kind === kind)?.points ?? 0)
    return pointsTakenBack(points, after, total) - pointsTakenBack(points, before, total)
  }
  const back = Math.min(more('REDEEM'), MAX_BALANCE - balance)
  const away = Math.min(more('EARN'), balance + back)
  const entry = { storeId, customerId, orderId, part, at: now }
  if (back > 0) await addLedgerEntry(tx, { ...entry, kind: 'REDEEM_REVERSAL', points: back })
  if (away > 0) await addLedgerEntry(tx, { ...entry, kind: 'EARN_REVERSAL', points: -away })
}
