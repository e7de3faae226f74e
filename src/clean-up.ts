import { Prisma } from './generated/prisma/client.ts'
import { RETIRED_KEPT_MS } from './payments/retired-account.ts'
import type { Services } from './platform/context.ts'

const DAY_MS = 24 * 60 * 60_000
/** Rows that one statement removes: few enough that nobody waits for them. */
const BATCH = 1_000
/** Providers repeat a notice for a day at most; after that only an order's payments themselves are looked at. */
const PAYMENT_EVENTS_KEPT_MS = 30 * DAY_MS

/** Long enough to look up why something was not heard of. */
const DELIVERED_KEPT_MS = 7 * DAY_MS
const GIVEN_UP_KEPT_MS = 30 * DAY_MS

/** Far more than all attempts take: a receiver that keeps every call waiting never lets its messages come to their last. */
const WAITING_MS = 7 * DAY_MS

/** A day is over everywhere after two; the rest is for who looks at what a store's chat was asked lately. */
const CHAT_DAYS_KEPT_MS = 30 * DAY_MS
/** A day is over everywhere after two. */
const REFERRAL_DAYS_KEPT_MS = 3 * DAY_MS

/**
 * Removes what has run out and is void anyway: unlock tokens, holds and discount uses of buyers who did not pay,
 * idempotency keys of yesterday, payment accounts that were left days ago, provider's notices that nobody repeats any
 * more, the chat and referral counts of days past, webhooks' messages that have ended. Messages that nobody has taken for a week
 * are given up.
 * @returns how many rows of each table
 */
export async function cleanUp({ prisma, clock }: Pick<Services, 'prisma' | 'clock'>): Promise<Record<string, number>> {
  const now = clock()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const outdated: Record<string, Prisma.Sql> = {
    access_tokens: Prisma.sql`expires_at <= ${now}`,
    stock_holds: Prisma.sql`expires_at <= ${now}`,
    order_holders: Prisma.sql`expires_at <= ${now}`,
    points_holds: Prisma.sql`expires_at <= ${now}`,
    discount_uses: Prisma.sql`expires_at <= ${now}`,
    idempotency_keys: Prisma.sql`created_at <= ${ago(DAY_MS)} AND running_till <= ${now}`,
    chat_days: Prisma.sql`day <= ${ago(CHAT_DAYS_KEPT_MS)}::date`,
    referral_days: Prisma.sql`day <= ${ago(REFERRAL_DAYS_KEPT_MS)}::date`,
    retired_payment_accounts: Prisma.sql`retired_at <= ${ago(RETIRED_KEPT_MS)}`,
    payment_events: Prisma.sql`received_at <= ${ago(PAYMENT_EVENTS_KEPT_MS)}`,
    webhook_messages: Prisma.sql`ended_at <= ${ago(DELIVERED_KEPT_MS)}
      AND (status = 'DELIVERED' OR ended_at <= ${ago(GIVEN_UP_KEPT_MS)})`,
  }
  await prisma.$executeRaw`
    UPDATE webhook_messages SET status = 'GIVEN_UP', ended_at = ${now}, leased_until = NULL
    WHERE status = 'WAITING' AND created_at <= ${ago(WAITING_MS)} AND coalesce(leased_until <= now(), true)`
  const removed: Record<string, number> = {}
  for (const [table, which] of Object.entries(outdated)) removed[table] = await removeRows(prisma, table, which)
  return removed
}

/** A row that somebody holds at the moment is left for the next time. */
async function removeRows(prisma: Services['prisma'], table: string, which: Prisma.Sql): Promise<number> {
  const name = Prisma.raw(table)
  for (let removed = 0; ; ) {
    const count = await prisma.$executeRaw`
      DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${name} WHERE ${which} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      ))`
    removed += count
    if (count < BATCH) return removed
  }
}
