import type { Store } from '../../generated/prisma/client.ts'
import type { Mail } from '../../platform/mailer.ts'

export type SendingStore = Pick<Store, 'businessName' | 'ownerEmail' | 'replyTo'>

/** Comes from the store, whose owner receives the replies. */
export function fromStore({
  businessName,
  ownerEmail,
  replyTo,
}: SendingStore): Required<Pick<Mail, 'fromName' | 'replyTo'>> {
  const address = replyTo ?? ownerEmail
  return { fromName: businessName, replyTo: address === null ? undefined : { name: businessName, address } }
}
