import type { PersonMail } from '../../src/commerce/people/mails/person-mail.ts'
import { sendPersonMail } from '../../src/commerce/people/mails/send-person-mail.ts'
import { createMailer } from '../../src/platform/mailer.ts'
import { openMailServer, type ReceivedMail } from '../support/mail-server.ts'
import { watchSecrets } from '../support/secret-watch.ts'
import { openShop, type Shop, type ShopOptions } from '../support/shop.ts'

export const MINUTE = 60_000
export const PUBLIC_URL = 'https://shops.example.com'

export interface MailingService {
  shop: Shop
  pass(milliseconds: number): void
  /** Runs the jobs that wait, one after another, and gives what has arrived. */
  deliver(): Promise<ReceivedMail[]>
  /** What stands after `#` in the link of a mail, or alone in a paragraph. */
  codeIn(mail: ReceivedMail | undefined): string
  close(): Promise<void>
}

/** A service whose mails to people arrive at a mail server. */
export async function openMailingService(options: ShopOptions = {}): Promise<MailingService> {
  let now = Date.parse('2026-03-01T10:00:00Z')
  const mails = await openMailServer()
  const smtp = { smtpUrl: mails.url, from: 'console@example.com' }
  const mailer = createMailer({ smtp, logger: watchSecrets().logger })
  const shop = await openShop({
    ...{ clock: () => new Date(now), limitsOff: true, mailer, publicUrl: PUBLIC_URL },
    ...options,
  })
  return {
    shop,
    pass(milliseconds) {
      now += milliseconds
    },
    async deliver() {
      const jobs = await shop.database.prisma.$queryRaw<{ data: PersonMail }[]>`
        DELETE FROM pgboss.job WHERE name = 'person-mail' RETURNING data`
      for (const { data } of jobs) await sendPersonMail(shop.services, data)
      return mails.received.splice(0)
    },
    codeIn(mail) {
      const code =
        /#([\dA-Z-]+)/.exec(mail?.text ?? '')?.[1] ?? /^[\dA-Z]{4}(-[\dA-Z]{4})+$/m.exec(mail?.text ?? '')?.[0]
      if (code === undefined) throw new Error(`No code in: ${mail?.text}`)
      shop.secrets.add(code)
      return code
    },
    async close() {
      await shop.close()
      await mails.close()
    },
  }
}
