import type { Customer, Prisma } from '../../generated/prisma/client.ts'
import { MAX_INTEGER } from '../../platform/integer.ts'

export const LoyaltyEntryKind = {
  OPENING: 'OPENING',
  EARN: 'EARN',
  REDEEM: 'REDEEM',
  REFERRAL: 'REFERRAL',
  ADJUSTMENT: 'ADJUSTMENT',
  EARN_REVERSAL: 'EARN_REVERSAL',
  REDEEM_REVERSAL: 'REDEEM_REVERSAL',
} as const
export type LoyaltyEntryKind = (typeof LoyaltyEntryKind)[keyof typeof LoyaltyEntryKind]

/** The limit of an integer column. */
export const MAX_BALANCE = MAX_INTEGER

export async function heldPoints(
  db: Prisma.TransactionClient,
  { storeId, id }: Pick<Customer, 'storeId' | 'id'>,
  now: Date,
): Promise<number> {
  const { _sum } = await db.pointsHold.aggregate({
    where: { storeId, customerId: id, expiresAt: { gt: now } },
    _sum: { points: true },
  })
  return _sum.points ?? 0
}

/** Redeemable: the balance less what is held. */
export interface Points {
  balance: number
  held: number
}
