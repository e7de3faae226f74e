import { accessTokenRetention } from './access/protection.ts'
import { cartRetention } from './carts/stored-cart.ts'
import { productImportPartRetention, productImportRetention } from './catalog/import/job/product-imports.ts'
import { searchMissRetention } from './catalog/search/search-misses.sql.ts'
import { chatDayRetention } from './chat/chat-day.ts'
import { idempotencyKeyRetention } from './checkout/idempotency.ts'
import { endedTokenRetention } from './customers/account/session.ts'
import { codeMailDayRetention } from './customers/mails/code-mail-days.ts'
import { codeRetention } from './customers/mails/codes.ts'
import { referralDayRetention } from './customers/points/award-referral.ts'
import type { Services } from './graphql/context.ts'
import { changeRetention } from './history/record-change.ts'
import { orderMailRetention } from './mails/claim-mail.sql.ts'
import { holdRetention } from './orders/holds/holds.sql.ts'
import { consoleSessionRetention } from './owners/console-session.ts'
import { retiredAccountRetention } from './payments/retired-account.ts'
import { endOutdated, type Retention } from './platform/database/retention.ts'
import { paymentEventRetention } from './settlement/settle-payment.ts'
import { messageRetention } from './webhooks/webhooks.sql.ts'

/** By the name under which rows are counted. */
export const retentions: Readonly<Record<string, Retention>> = {
  ...holdRetention,
  ...messageRetention,
  accessTokens: accessTokenRetention,
  endedTokens: endedTokenRetention,
  consoleSessions: consoleSessionRetention,
  carts: cartRetention,
  customerCodes: codeRetention,
  codeMailDays: codeMailDayRetention,
  orderMails: orderMailRetention,
  idempotencyKeys: idempotencyKeyRetention,
  paymentEvents: paymentEventRetention,
  retiredAccounts: retiredAccountRetention,
  chatDays: chatDayRetention,
  referralDays: referralDayRetention,
  searchMisses: searchMissRetention,
  changes: changeRetention,
  productImportParts: productImportPartRetention,
  productImports: productImportRetention,
}

/** Starts nothing new once `signal` is aborted. @returns the number of rows of each kind */
export async function cleanUp(
  { db: { sql }, clock, logger }: Pick<Services, 'db' | 'clock' | 'logger'>,
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const now = clock()
  const ended: Record<string, number> = {}
  for (const [name, retention] of Object.entries(retentions)) {
    const { count, failures } = await endOutdated(sql, retention, now, signal)
    ended[name] = count
    for (const reason of failures) logger.warn({ reason }, `Some rows of ${name} could not be cleaned up`)
  }
  return ended
}
