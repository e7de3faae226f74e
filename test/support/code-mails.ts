import { expect } from 'vitest'
import type { AccountMail } from '../../src/commerce/customers/mails/account-mail.ts'
import { sendAccountMail } from '../../src/commerce/customers/mails/send-account-mail.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { createMailer, type Mailer } from '../../src/platform/mailer.ts'
import { jobKinds } from '../../src/process/job-kinds.ts'
import { dataOf } from './buying.ts'
import type { StorefrontClient } from './client.ts'
import { openMailServer, type ReceivedMail } from './mail-server.ts'
import { newPhone } from './phones.ts'
import { watchSecrets } from './secret-watch.ts'
import { openShop, type Shop } from './shop.ts'

export const PASSWORD = 'first-password'
export const PUBLIC_URL = 'https://api.example.com'
export const MINUTE = 60_000

export const done = { data: { success: true } }
export const notGood = { status: 400, error: 'This code is invalid or has expired. Please request a new one.' }

/** A shop whose mails to customers arrive at a mail server, and a store in it. */
export interface MailingShop {
  shop: Shop
  store: Store
  mailer: Mailer
  now(): number
  pass(milliseconds: number): void
  /** Runs the jobs that wait, all at once, and gives what has arrived. */
  deliver(): Promise<ReceivedMail[]>
  /** What has arrived and was not given by `deliver`. */
  received: readonly ReceivedMail[]
  /** The code in the link of a mail. */
  codeIn(mail: ReceivedMail | undefined): string
  close(): Promise<void>
}

export async function openMailingShop(): Promise<MailingShop> {
  let now = Date.parse('2026-03-01T10:00:00Z')
  const mails = await openMailServer()
  const smtp = { smtpUrl: mails.url, from: 'shop@example.com' }
  const mailer = createMailer({ smtp, logger: watchSecrets().logger })
  const kinds = { ...jobKinds, 'account-mail': { ...jobKinds['account-mail'], pollSeconds: 0.1 } }
  const shop = await openShop({
    clock: () => new Date(now),
    limitsOff: true,
    mailer,
    publicUrl: PUBLIC_URL,
    jobs: { kinds },
  })
  const { id } = await shop.addStore()
  // As names could be before they had to stand in one line.
  const businessName = 'Tea\r\nBcc: spy@example.com'
  return {
    shop,
    store: await shop.database.prisma.store.update({ where: { id }, data: { businessName } }),
    mailer,
    now: () => now,
    pass(milliseconds) {
      now += milliseconds
    },
    async deliver() {
      const jobs = await shop.database.prisma.$queryRaw<{ data: AccountMail }[]>`
        DELETE FROM pgboss.job WHERE name = 'account-mail' RETURNING data`
      await Promise.all(jobs.map(({ data }) => sendAccountMail(shop.services, data)))
      return mails.received.splice(0)
    },
    received: mails.received,
    codeIn(mail) {
      const code = /code=([\dA-Z-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
      shop.secrets.add(code)
      return code
    },
    async close() {
      await shop.close()
      await mails.close()
    },
  }
}

let lastAddress = 0
export const newAddress = () => {
  lastAddress += 1
  return `asha${lastAddress}@example.com`
}

/** A new customer, whose address nobody has confirmed. */
export async function asha(client: StorefrontClient, email: string | null = newAddress()) {
  const phone = newPhone()
  const { token } = await dataOf(client.signUp({ name: 'Asha', phone, password: PASSWORD, email }))
  const isConfirmed = async () => (await dataOf(client.updateMe({}, { token }))).customer.email_confirmed
  return { phone, email: email ?? '', token: token as string, isConfirmed }
}

/** A customer whose address is confirmed. */
export async function knownAsha({ deliver, codeIn }: MailingShop, client: StorefrontClient) {
  const customer = await asha(client)
  const [mail] = await deliver()
  expect(await client.confirmEmail(codeIn(mail))).toEqual(done)
  return customer
}

/** The code that is mailed to the customer for a forgotten password. */
export async function forgotten({ deliver, codeIn }: MailingShop, client: StorefrontClient, phone: string) {
  expect(await client.forgotPassword(phone)).toEqual(done)
  const [mail] = await deliver()
  return codeIn(mail)
}
