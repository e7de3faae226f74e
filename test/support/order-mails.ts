import type { OrderMails } from '../../src/commerce/mails/mail-name.ts'
import { sendOrderMails } from '../../src/commerce/mails/send-order-mails.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { createMailer } from '../../src/platform/mailer.ts'
import { headerOf, openMailServer, type ReceivedMail, readable } from './mail-server.ts'
import { watchSecrets } from './secret-watch.ts'
import { generousHolds, openShop, type Shop, type ShopOptions } from './shop.ts'

/** A shop whose mails about orders arrive at a mail server. */
export interface OrderMailShop {
  shop: Shop
  /** The jobs that wait. */
  jobs(store: Store): Promise<OrderMails[]>
  /** Runs the jobs that wait, and gives what has arrived. */
  deliver(store: Store): Promise<SeenMail[]>
  run(job: OrderMails): Promise<void>
  received: readonly ReceivedMail[]
  /** What has arrived and was not given yet. */
  take(): SeenMail[]
  close(): Promise<void>
}

export interface SeenMail {
  to: string
  subject: string
  messageId: string
  text: string
  html: string
  headers: string[]
}

export async function openOrderMailShop(options: ShopOptions = {}): Promise<OrderMailShop> {
  const server = await openMailServer()
  const smtp = { smtpUrl: server.url, from: 'shop@example.com' }
  const mailer = createMailer({ smtp, logger: watchSecrets().logger })
  const shop = await openShop({ mailer, limitsOff: true, holdLimits: generousHolds, ...options })
  const run = (job: OrderMails) => sendOrderMails(shop.services, job)
  const take = () => server.received.splice(0).map(seen)
  const jobs = async (store: Store) => {
    const found = await shop.database.prisma.$queryRaw<{ data: OrderMails }[]>`
      DELETE FROM pgboss.job WHERE name = 'order-mail' AND data->>'storeId' = ${store.id} RETURNING data`
    return found.map(({ data }) => data)
  }
  return {
    shop,
    jobs,
    run,
    take,
    received: server.received,
    async deliver(store) {
      for (const job of await jobs(store)) await run(job)
      return take()
    },
    async close() {
      await shop.close()
      await server.close()
    },
  }
}

const seen = ({ to, headers, text, html }: ReceivedMail): SeenMail => ({
  to: to.join(', '),
  subject: readable(headerOf(headers, 'subject')),
  messageId: headerOf(headers, 'message-id'),
  text,
  html,
  headers,
})
