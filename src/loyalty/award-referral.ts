import type { Prisma, Store } from '../generated/prisma/client.ts'
import { startOfDay } from '../stores/store-day.ts'
import { addLedgerEntry } from './ledger.ts'

export const REFERRAL_POINTS = 50
/** New customers of one referrer that earn points on one day of the store. */
export const REFERRALS_A_DAY = 20

/** Gives the referrer points for a new customer, unless today's are used up. */
export async function awardReferral(
  tx: Prisma.TransactionClient,
  store: Store,
  referrerId: string,
  referredId: string,
  now: Date,
): Promise<void> {
  // Referrals of one customer take turns here, so that none sees a count that another is about to raise.
  await tx.$queryRaw`
    SELECT 1 FROM customers WHERE store_id = ${store.id}::uuid AND id = ${referrerId}::uuid FOR NO KEY UPDATE`
  const today = await tx.loyaltyEntry.count({
    where: {
      storeId: store.id,
      customerId: referrerId,
      kind: 'REFERRAL',
      createdAt: { gte: startOfDay(now, store.timeZone) },
    },
  })
  if (today >= REFERRALS_A_DAY) return
  await addLedgerEntry(tx, {
    storeId: store.id,
    customerId: referrerId,
    kind: 'REFERRAL',
    points: REFERRAL_POINTS,
    referredId,
    at: now,
  })
}
