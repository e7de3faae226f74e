import type { Context } from '../../api/context.ts'
import { countWithin } from '../../platform/database/count-within.sql.ts'
import { daysOlderThan } from '../../platform/database/retention.ts'
import { Problem } from '../../platform/problem.ts'
import { DAY_MS } from '../../platform/time.ts'
import { dayOf } from '../../shared/zoned-time.ts'

/** Per store, by its time zone. */
export const CHAT_MESSAGES_A_DAY = 200

/** The quota needs two days at most, because of time zones; the rest lets an operator look up recent use. */
const RETENTION_MS = 30 * DAY_MS

export const chatDayRetention = daysOlderThan('chat_days', RETENTION_MS)

/** Lets the message be restored to the quota. */
export interface CountedMessage {
  storeId: string
  /** An ISO date such as `2026-01-31`. */
  day: string
}

/** One conditional statement, so that concurrent messages cannot exceed the quota. @throws Problem QUOTA_EXCEEDED */
export async function countMessage({ services, store }: Context): Promise<CountedMessage> {
  const day = dayOf(services.clock(), store.timeZone)
  const counted = await countWithin(services.db.sql, {
    table: 'chat_days',
    counter: 'messages',
    most: services.chatMessagesPerDay,
    storeId: store.id,
    day,
    by: null,
  })
  if (counted === 0) {
    throw new Problem('QUOTA_EXCEEDED', 'This site has reached its daily chat limit. Please come back tomorrow.')
  }
  return { storeId: store.id, day }
}

/** Of the day on which it was counted, even after midnight. */
export async function restoreMessage({ services }: Context, { storeId, day }: CountedMessage): Promise<void> {
  await services.db.prisma.chatDay.updateMany({
    where: { storeId, day: new Date(day), messages: { gt: 0 } },
    data: { messages: { decrement: 1 } },
  })
}
