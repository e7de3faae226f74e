import type { LoyaltyEntry, Order } from '../../../generated/prisma/client.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'
import { addLedgerEntry, lockPoints } from '../../loyalty/ledger.sql.ts'
import { MAX_BALANCE } from '../../loyalty/points.ts'
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

type OfOrder = Pick<LoyaltyEntry, 'kind' | 'points' | 'part'>

/** In `part`, above the numbers of refunds: that a payment was undone. */
const UNDONE = 1_000_000

const sumOf = (entries: readonly OfOrder[]): number => entries.reduce((sum, { points }) => sum + points, 0)

/** What the order has earned by payments that count. */
const earnedOf = (entries: readonly OfOrder[]): number =>
  sumOf(entries.filter(({ kind, part }) => kind === 'EARN' || (kind === 'EARN_REVERSAL' && part >= UNDONE)))

const lockLedger = async (tx: SqlClient, order: Order, customerId: string) => ({
  balance: await lockPoints(tx, { storeId: order.storeId, id: customerId }),
  entries: await pointsEntriesOf(tx, order),
})

/** For an order that is paid after it was confirmed, perhaps not for the first time. As far as the balance may grow. */
export async function earnPoints(tx: SqlClient, order: Order, now: Date): Promise<void> {
  const { storeId, id: orderId, customerId, pointsEarned } = order
  if (!customerId || pointsEarned === 0) return
  const { balance, entries } = await lockLedger(tx, order, customerId)
  const points = Math.min(pointsEarned - earnedOf(entries), MAX_BALANCE - balance)
  const part = entries.filter(({ kind }) => kind === 'EARN').length
  if (points > 0) await addLedgerEntry(tx, { storeId, customerId, orderId, kind: 'EARN', points, part, at: now })
}

/** For a payment that does not count any more. Takes what is left of the earned points, as far as they are there. */
export async function takeEarned(tx: SqlClient, order: Order, now: Date): Promise<void> {
  const { storeId, id: orderId, customerId } = order
  if (!customerId) return
  const { balance, entries } = await lockLedger(tx, order, customerId)
  const left = sumOf(entries.filter(({ kind }) => kind === 'EARN' || kind === 'EARN_REVERSAL'))
  const points = Math.min(left, balance)
  const part = UNDONE + entries.filter((entry) => entry.part >= UNDONE).length
  if (points === 0) return
  await addLedgerEntry(tx, { storeId, customerId, orderId, kind: 'EARN_REVERSAL', points: -points, part, at: now })
}

/** Subunits of the total, or all. */
type TakenBack = bigint | 'all'

const takenBack = ({ status, paymentStatus, refundedAmount }: Order, entries: readonly OfOrder[]): TakenBack => {
  // Earlier versions marked orders as refunded without an amount and returned all points.
  const isMarked = entries.some(({ kind, part }) => part === 0 && kind.endsWith('_REVERSAL'))
  return isMarked || status === 'CANCELLED' || (paymentStatus === 'REFUNDED' && refundedAmount > 0n)
    ? 'all'
    : refundedAmount
}

/** In proportion, rounded down. Nothing is taken back of an order that costs nothing, unless all is. */
export function pointsTakenBack(points: number, back: TakenBack, total: bigint): number {
  if (back === 0n) return 0
  return back === 'all' || back >= total ? points : Number((BigInt(points) * back) / total)
}

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
  const more = (points: number) =>
    pointsTakenBack(points, after, order.total) - pointsTakenBack(points, before, order.total)
  const redeemed = -sumOf(entries.filter(({ kind }) => kind === 'REDEEM'))
  const back = Math.min(more(redeemed), MAX_BALANCE - balance)
  return { back, away: Math.min(more(earnedOf(entries)), balance + back) }
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
