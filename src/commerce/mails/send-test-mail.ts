import { refusal } from '../../api/admission/admission.ts'
import type { OwnerContext } from '../../api/context.ts'
import { Problem } from '../../platform/problem.ts'
import { escapeHtml } from '../../platform/text/text.ts'
import { newUuid } from '../../platform/uuid.ts'
import { fromStore } from '../stores/mail-sender.ts'

/**
 * To the owner's own address alone, so that nobody else can be written to by it.
 * @returns that address
 * @throws Problem UNAVAILABLE without a mail server, BAD_USER_INPUT without an address, RATE_LIMITED,
 * UPSTREAM_FAILED when the mail server does not take it
 */
export async function sendTestMail({ services, store }: OwnerContext): Promise<string> {
  const { mailer, limits, clock, logger } = services
  const { ownerEmail: to, businessName } = store
  if (!mailer.isSetUp) {
    throw new Problem('UNAVAILABLE', 'No mail server is set up. Whoever runs the service sets SMTP_URL and MAIL_FROM.')
  }
  if (!to) throw new Problem('BAD_USER_INPUT', 'Enter the owner’s email address in the settings of the store first.')
  const budget = await limits.consume('testMail', store.id)
  if (!budget.allowed) throw refusal(services, 'testMail', budget)
  const text = `Mails of ${businessName} reach this address.`
  try {
    await mailer.send({
      ...{ id: newUuid(clock().getTime()), to, about: 'a test mail', ...fromStore(store) },
      ...{ subject: `${businessName}: test mail`, text, html: `<p>${escapeHtml(text)}</p>` },
    })
  } catch (error) {
    logger.warn({ err: error, storeId: store.id }, 'A test mail could not be handed over')
    throw new Problem('UPSTREAM_FAILED', `The mail server did not take the mail: ${answerIn(error)}`, { cause: error })
  }
  return to
}

/** Nodemailer's code and what the server answered. Its message may name hosts of the inner network. */
function answerIn(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  const known = [Reflect.get(error, 'code'), Reflect.get(error, 'response')].filter((part) => typeof part === 'string')
  return known.length > 0 ? known.join(', ') : 'no answer'
}
