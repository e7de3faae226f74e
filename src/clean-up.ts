import { accessTokenRetention } from './access/access-token.ts'
import { chatDayRetention } from './chat/chat-day.ts'
import { idempotencyKeyRetention } from './checkout/idempotency.ts'
import { referralDayRetention } from './customers/award-referral.ts'
import type { Services } from './gateway/context.ts'
import { holdRetention } from './orders/hold.ts'
import { retiredAccountRetention } from './payments/retired-account.ts'
import { endOutdated, type Retention } from './platform/database/retention.ts'
import { paymentEventRetention } from './settlement/settle-payment.ts'
import { messageRetention } from './webhooks/message-retention.ts'

/** What has had its time, by the name under which it is counted. */
export const retentions: Readonly<Record<string, Retention>> = {
  ...holdRetention,
  ...messageRetention,
  accessTokens: accessTokenRetention,
  idempotencyKeys: idempotencyKeyRetention,
  paymentEvents: paymentEventRetention,
  retiredAccounts: retiredAccountRetention,
  chatDays: chatDayRetention,
  referralDays: referralDayRetention,
}

/**
 * Ends what has run out, whosever it is; after `signal` no more of it.
 * @returns how many rows of each kind
 */
export async function cleanUp(
  { prisma, clock }: Pick<Services, 'prisma' | 'clock'>,
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const now = clock()
  const ended: Record<string, number> = {}
  for (const [name, retention] of Object.entries(retentions)) {
    ended[name] = await endOutdated(prisma, retention, now, signal)
  }
  return ended
}
