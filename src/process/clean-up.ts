import type { Services } from '../api/context.ts'
import { accessTokenRetention } from '../commerce/access/protection.ts'
import { cartRetention } from '../commerce/carts/stored-cart.ts'
import { productImportPartRetention, productImportRetention } from '../commerce/catalog/import/job/product-imports.ts'
import { linkedPictureRetention, pictureCopyRetention } from '../commerce/catalog/picture-copy/picture-copies.ts'
import { searchMissRetention } from '../commerce/catalog/search/search-misses.sql.ts'
import { chatDayRetention } from '../commerce/chat/chat-day.ts'
import { idempotencyKeyRetention } from '../commerce/checkout/idempotency.ts'
import { endedTokenRetention } from '../commerce/customers/account/session.ts'
import { codeMailDayRetention } from '../commerce/customers/mails/code-mail-days.ts'
import { codeRetention } from '../commerce/customers/mails/codes.ts'
import { referralDayRetention } from '../commerce/customers/points/award-referral.ts'
import { changeRetention } from '../commerce/history/record-change.ts'
import { orderMailRetention } from '../commerce/mails/claim-mail.sql.ts'
import { previewRetention } from '../commerce/opening/preview.ts'
import { holdRetention } from '../commerce/orders/holds/holds.sql.ts'
import { consoleSessionRetention, personSessionRetention } from '../commerce/owners/session-lifetime.ts'
import { retiredAccountRetention } from '../commerce/payments/retired-account.ts'
import { logInGuardRetention } from '../commerce/people/log-in-guard.sql.ts'
import { invitationRetention } from '../commerce/people/members/invitations.ts'
import { personCodeRetention } from '../commerce/people/person-codes.ts'
import { paymentEventRetention } from '../commerce/settlement/settle-payment.ts'
import { messageRetention } from '../commerce/webhooks/webhooks.sql.ts'
import { endOutdated, type Retention } from '../platform/database/retention.ts'

/** By the name under which rows are counted. */
export const retentions: Readonly<Record<string, Retention>> = {
  ...holdRetention,
  ...messageRetention,
  accessTokens: accessTokenRetention,
  previews: previewRetention,
  endedTokens: endedTokenRetention,
  consoleSessions: consoleSessionRetention,
  personSessions: personSessionRetention,
  logInGuards: logInGuardRetention,
  invitations: invitationRetention,
  personCodes: personCodeRetention,
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
  pictureCopies: pictureCopyRetention,
  linkedPictures: linkedPictureRetention,
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
