import { actorOf } from '../../../api/admission/caller.ts'
import type { OwnerContext } from '../../../api/context.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { newCode } from '../../../platform/secrets/typed-code.ts'
import { customerNotFound, getCustomer } from '../list-customers.ts'
import { lockCustomer, storeCode, voidCodes } from '../mails/codes.ts'
import { accountLink, siteOf } from '../mails/send-account-mail.ts'

export interface PasswordLink {
  url: string
  code: string
  expiresAt: Date
}

/** Replaces earlier links, mailed or not; later mails do not replace it. @throws Problem NOT_FOUND */
export async function createPasswordLink(context: OwnerContext, customerId: string): Promise<PasswordLink> {
  const { services, store, baseUrl, caller } = context
  const { id } = await getCustomer(context, customerId)
  const owner = { storeId: store.id, customerId: id }
  const code = newCode()
  const expiresAt = await inTransaction(services.db.prisma, async (tx) => {
    if (!(await lockCustomer(tx, owner))) throw customerNotFound()
    await voidCodes(tx, owner, ['PASSWORD'])
    return storeCode(tx, { ...owner, purpose: 'OWNER_PASSWORD', code, email: null, now: services.clock() })
  })
  context.log.info({ customerId: id, by: actorOf(caller) }, 'The owner created a password link')
  const { storefrontUrl } = await services.db.prisma.store.findUniqueOrThrow({ where: { id: store.id } })
  const site = siteOf({ ...store, storefrontUrl }, services.publicUrl ?? baseUrl)
  return { url: accountLink(site, 'reset-password', code), code, expiresAt }
}
