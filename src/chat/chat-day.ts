import type { Context } from '../gateway/context.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { before, type Retention } from '../platform/database/retention.ts'
import { Problem } from '../platform/problem.ts'
import { DAY_MS } from '../platform/time.ts'
import { dayOf } from '../stores/store-day.ts'

/** Messages that a store's assistant answers on one day of the store's time zone, unless told. */
export const CHAT_MESSAGES_A_DAY = 200

/** A day is over everywhere after two; the rest is for who looks at what a store's chat was asked lately. */
const KEPT_MS = 30 * DAY_MS

export const chatDayRetention: Retention = {
  table: 'chat_days',
  outdated: (now) => Prisma.sql`day <= ${before(now, KEPT_MS)}::date`,
}

/** A message that was counted, to be given back when it comes to nothing. */
export interface CountedMessage {
  storeId: string
  /** Like `2026-01-31`. */
  day: string
}

/**
 * Counts a message against the store's day. One guarded statement, so that the cap holds however many ask at once.
 * @throws Problem QUOTA_EXCEEDED
 */
export async function countMessage({ services, store }: Context): Promise<CountedMessage> {
  const day = dayOf(services.clock(), store.timeZone)
  const counted = await services.prisma.$executeRaw`
    INSERT INTO chat_days AS today (store_id, day, messages) VALUES (${store.id}::uuid, ${day}::date, 1)
    ON CONFLICT (store_id, day) DO UPDATE SET messages = today.messages + 1
    WHERE today.messages < ${services.chatMessagesPerDay}::int`
  if (counted === 0) {
    throw new Problem('QUOTA_EXCEEDED', 'This site has reached its daily chat limit. Please come back tomorrow.')
  }
  return { storeId: store.id, day }
}

/** Also after midnight it goes back to the day that it was taken from. */
export async function giveBackMessage({ services }: Context, { storeId, day }: CountedMessage): Promise<void> {
  await services.prisma.$executeRaw`
    UPDATE chat_days SET messages = messages - 1
    WHERE store_id = ${storeId}::uuid AND day = ${day}::date AND messages > 0`
}
