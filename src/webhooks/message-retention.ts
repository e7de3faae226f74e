import { Prisma } from '../generated/prisma/client.ts'
import { before, type Retention } from '../platform/database/retention.ts'
import { DAY_MS } from '../platform/time.ts'

/** Long enough to find out later why a receiver missed an event. */
const DELIVERED_KEPT_MS = 7 * DAY_MS
const GIVEN_UP_KEPT_MS = 30 * DAY_MS

/**
 * Far longer than all attempts take. If a receiver lets every call hang, its messages may never reach their last
 * attempt.
 */
const WAITING_MS = 7 * DAY_MS

/** Deletes old messages that have ended, and gives up those that have waited for a week. */
export const messageRetention: Readonly<Record<string, Retention>> = {
  forgottenMessages: {
    table: 'webhook_messages',
    outdated: (now) => Prisma.sql`
      status = 'WAITING' AND created_at <= ${before(now, WAITING_MS)} AND coalesce(leased_until <= now(), true)`,
    change: (now) => Prisma.sql`status = 'GIVEN_UP', ended_at = ${now}, leased_until = NULL`,
  },
  deliveredMessages: {
    table: 'webhook_messages',
    outdated: (now) => Prisma.sql`status = 'DELIVERED' AND ended_at <= ${before(now, DELIVERED_KEPT_MS)}`,
  },
  givenUpMessages: {
    table: 'webhook_messages',
    outdated: (now) => Prisma.sql`status = 'GIVEN_UP' AND ended_at <= ${before(now, GIVEN_UP_KEPT_MS)}`,
  },
}
