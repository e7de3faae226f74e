import type { Order, Prisma } from '../generated/prisma/client.ts'
import { addLedgerEntry, MAX_BALANCE } from '../loyalty/ledger.ts'
import { lockPoints } from '../loyalty/points.ts'
import type { SqlClient } from '../platform/database/sql.ts'

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

/**
 * Reverses the order's ledger entries once. If earned points have been spent already, only what is left is removed. A
 * second call does nothing, which happens when an order is both cancelled and refunded.
 */
export async function returnPoints(
  tx: Prisma.TransactionClient,
  { storeId, id: orderId, customerId }: Order,
  now: Date,
): Promise<void> {
  if (!customerId) return
  const balance = await lockPoints(tx, { storeId, id: customerId })
  const entries = await tx.loyaltyEntry.findMany({ where: { storeId, orderId } })
  if (entries.some(({ kind }) => kind === 'REDEEM_REVERSAL' || kind === 'EARN_REVERSAL')) return
  const pointsOf = (kind: 'EARN' | 'REDEEM') => entries.find((entry) => entry.kind === kind)?.points ?? 0
  const back = Math.min(-pointsOf('REDEEM'), MAX_BALANCE - balance)
  const away = Math.min(pointsOf('EARN'), balance + back)
  const entry = { storeId, customerId, orderId, at: now }
  if (back > 0) await addLedgerEntry(tx, { ...entry, kind: 'REDEEM_REVERSAL', points: back })
  if (away > 0) await addLedgerEntry(tx, { ...entry, kind: 'EARN_REVERSAL', points: -away })
}
