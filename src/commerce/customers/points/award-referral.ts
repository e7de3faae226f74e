import { randomBytes } from 'node:crypto'
import type { Context } from '../../../api/context.ts'
import type { Customer, Prisma } from '../../../generated/prisma/client.ts'
import { countWithin } from '../../../platform/database/count-within.sql.ts'
import { daysOlderThan } from '../../../platform/database/retention.ts'
import { lockRow } from '../../../platform/database/row-lock.sql.ts'
import { limitKey } from '../../../platform/network/client-address.ts'
import { crockford } from '../../../platform/text/crockford.ts'
import { DAY_MS } from '../../../platform/time.ts'
import { phoneIdentity } from '../../../shared/phones.ts'
import { dayOf, startOfDay } from '../../../shared/zoned-time.ts'
import { addLedgerEntry } from '../../loyalty/ledger.sql.ts'

const REFERRAL_POINTS = 50

const REFERRALS_A_DAY = 20

/** Across time zones a day's row is used for two days. */
const RETENTION_MS = 3 * DAY_MS

export const referralDayRetention = daysOlderThan('referral_days', RETENTION_MS)

/** Against abuse, none for the referrer's own phone, nor above the daily limits per referrer and address. */
export async function awardReferral(
  { services, store, ip }: Pick<Context, 'services' | 'store' | 'ip'>,
  tx: Prisma.TransactionClient,
  referrer: Customer,
  referred: Customer,
): Promise<void> {
  if (!store.loyaltyEnabled || services.referralsPerAddress === 0) return
  if (phoneIdentity(referrer.phone) === phoneIdentity(referred.phone)) return
  const now = services.clock()
  // Serializes referrals of one referrer.
  await lockRow(tx, 'customers', { storeId: store.id, id: referrer.id })
  const today = await tx.loyaltyEntry.count({
    where: {
      storeId: store.id,
      customerId: referrer.id,
      kind: 'REFERRAL',
      createdAt: { gte: startOfDay(now, store.timeZone) },
    },
  })
  if (today >= REFERRALS_A_DAY) return
  const counted = await countWithin(tx, {
    table: 'referral_days',
    counter: 'referrals',
    most: services.referralsPerAddress,
    storeId: store.id,
    day: dayOf(now, store.timeZone),
    by: { column: 'address', values: [limitKey(ip)] },
  })
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

/** 40 bits, such as `7ZK3Q0V9`. */
export const referralCode = (): string => crockford(randomBytes(8))
