import type { LoyaltyEntryKind, Prisma } from '../generated/prisma/client.ts'
import { MAX_INTEGER } from '../platform/integer.ts'

/** The largest possible balance, which is the limit of an integer column. */
export const MAX_BALANCE = MAX_INTEGER

export interface LedgerEntry {
  storeId: string
  customerId: string
  kind: LoyaltyEntryKind
  /** Negative when points are spent. */
  points: number
  orderId?: string
  referredId?: string
  reason?: string
  /** Who made the adjustment. */
  actor?: string
  at: Date
}

/**
 * Adds a ledger entry and updates the balance. The customer's row stays locked until the transaction ends. The database
 * refuses a balance below 0.
 */
export async function addLedgerEntry(tx: Prisma.TransactionClient, { at, ...entry }: LedgerEntry): Promise<void> {
  const { points: balanceAfter } = await tx.customer.update({
    where: { storeId_id: { storeId: entry.storeId, id: entry.customerId } },
    data: { points: { increment: entry.points } },
    select: { points: true },
  })
  await tx.loyaltyEntry.create({ data: { ...entry, balanceAfter, createdAt: at } })
}
