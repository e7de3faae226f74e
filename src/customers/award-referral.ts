import type { Context } from '../gateway/context.ts'
import { type Customer, Prisma } from '../generated/prisma/client.ts'
import { addLedgerEntry } from '../loyalty/ledger.ts'
import { limitKey } from '../platform/client-address.ts'
import { before, type Retention } from '../platform/database/retention.ts'
import { DAY_MS } from '../platform/time.ts'
import { dayOf, startOfDay } from '../stores/store-day.ts'
import { phoneIdentity } from './phone.ts'

export const REFERRAL_POINTS = 50
/** New customers of one referrer that earn points on one day of the store. */
export const REFERRALS_A_DAY = 20
/** New customers from one address that earn points for whoever referred them, on one day of the store, unless told. */
export const REFERRALS_PER_ADDRESS = 3

/** A day is over everywhere after two. */
const KEPT_MS = 3 * DAY_MS

export const referralDayRetention: Retention = {
  table: 'referral_days',
  outdated: (now) => Prisma.sql`day <= ${before(now, KEPT_MS)}::date`,
}

/**
 * Gives the referrer points for a new customer, where the store has a program: not for one with the referrer's own phone,
 * and only so many a day for each referrer and for each address that new customers come from.
 */
export async function awardReferral(
  { services, store, ip }: Pick<Context, 'services' | 'store' | 'ip'>,
  tx: Prisma.TransactionClient,
  referrer: Customer,
  referred: Customer,
): Promise<void> {
  if (!store.loyaltyEnabled || phoneIdentity(referrer.phone) === phoneIdentity(referred.phone)) return
  const now = services.clock()
  // Referrals of one customer take turns here, so that none sees a count that another is about to raise.
  await tx.$queryRaw`
    SELECT 1 FROM customers WHERE store_id = ${store.id}::uuid AND id = ${referrer.id}::uuid FOR NO KEY UPDATE`
  const today = await tx.loyaltyEntry.count({
    where: {
      storeId: store.id,
      customerId: referrer.id,
      kind: 'REFERRAL',
      createdAt: { gte: startOfDay(now, store.timeZone) },
    },
  })
  if (today >= REFERRALS_A_DAY) return
  // One guarded statement, so that the cap holds however many sign up at once.
  const counted = await tx.$executeRaw`
    INSERT INTO referral_days AS today (store_id, day, address, referrals)
    SELECT ${store.id}::uuid, ${dayOf(now, store.timeZone)}::date, ${limitKey(ip)}, 1
    WHERE ${services.referralsPerAddress}::int > 0
    ON CONFLICT (store_id, day, address) DO UPDATE SET referrals = today.referrals + 1
    WHERE today.referrals < ${services.referralsPerAddress}::int`
  if (counted === 0) return
  await addLedgerEntry(tx, {
    storeId: store.id,
    customerId: referrer.id,
    kind: 'REFERRAL',
    points: REFERRAL_POINTS,
    referredId: referred.id,
    at: now,
  })
}
