import { isServed } from '../../../api/admission/served-store.ts'
import type { Services } from '../../../api/context.ts'
import type { Prisma, Store } from '../../../generated/prisma/client.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Mail } from '../../../platform/mailer.ts'
import { newCode } from '../../../platform/secrets/typed-code.ts'
import { dayOf } from '../../../shared/zoned-time.ts'
import { showMail, THIS_SERVICE } from '../../mails/sandbox-mails.ts'
import type { AccountMail } from './account-mail.ts'
import { addressChangedMail, confirmationMail, passwordMail } from './account-mails.ts'
import { type CountedMail, countMail, recipients, uncountMail } from './code-mail-days.ts'
import type { CodePurpose } from './codes.ts'
import { type LockedCustomer, lockCustomer, storeCode } from './codes.ts'

type MailServices = Pick<Services, 'db' | 'mailer' | 'clock' | 'publicUrl' | 'showsMails' | 'logger'>

/**
 * The job checks whether there is a customer with a confirmed address, because the request's answer must not reveal it.
 * @throws when the mail cannot be handed over
 */
export async function sendAccountMail(services: MailServices, job: AccountMail): Promise<void> {
  const store = await services.db.prisma.store.findUnique({ where: { id: job.storeId } })
  if (!isServed(store)) return
  if (job.about === 'changed-address') {
    return sendChangeNotice(services, store, job)
  }
  const customer = await services.db.prisma.customer.findFirst({
    where: { storeId: store.id, ...(job.about === 'password' ? { phone: job.phone } : { id: job.customerId }) },
    select: { id: true },
  })
  if (customer) await sendCode(services, store, customer.id, job.about === 'password' ? passwords : confirmations)
}

interface MailKind {
  about: AccountMail['about']
  addressOf: (customer: LockedCustomer) => string | null
  recipientsOf: (customerId: string, address: string) => string[]
}

interface CodeKind extends MailKind {
  purpose: CodePurpose
  page: AccountPage
  write: typeof passwordMail
}

const passwords: CodeKind = {
  about: 'password',
  purpose: 'PASSWORD',
  page: 'reset-password',
  addressOf: ({ email, confirmedEmail }) => (email === confirmedEmail ? email : null),
  recipientsOf: (customerId) => [recipients.password(customerId)],
  write: passwordMail,
}

const confirmations: CodeKind = {
  about: 'email',
  purpose: 'EMAIL',
  page: 'confirm-email',
  addressOf: ({ email, confirmedEmail }) => (email === confirmedEmail ? null : email),
  recipientsOf: (customerId, address) => [recipients.confirm(customerId), recipients.email(address)],
  write: confirmationMail,
}

/** Counted apart from codes, so that requesting codes cannot suppress the notice. */
async function sendChangeNotice(
  services: MailServices,
  store: Store,
  { about, customerId, address }: Extract<AccountMail, { about: 'changed-address' }>,
): Promise<void> {
  const kind = { about, addressOf: () => address, recipientsOf: (id: string) => [recipients.changedAddress(id)] }
  const prepared = await prepare(services, store, customerId, kind)
  if (!prepared) return
  const mail = addressChangedMail({ store, to: address })
  await handOver(services, mail, prepared.counted)
  await showMail(services, store.id, { customerId }, mail)
}

async function sendCode(services: MailServices, store: Store, customerId: string, kind: CodeKind): Promise<void> {
  const { purpose } = kind
  const code = newCode()
  const prepared = await prepare(services, store, customerId, kind, (tx, email, now) =>
    storeCode(tx, { storeId: store.id, customerId, purpose, code, email: purpose === 'EMAIL' ? email : null, now }),
  )
  if (!prepared) return
  const site = siteOf(store, services.publicUrl)
  const mailWith = (site: string | null) =>
    kind.write({ store, to: prepared.to, code, link: site === null ? null : accountLink(site, kind.page, code) })
  await handOver(services, mailWith(site), prepared.counted)
  await showMail(services, store.id, { customerId }, mailWith(site ?? siteOf(store, THIS_SERVICE)))
}

/**
 * Counts the mail.
 * @param also runs in the transaction, with the customer's row locked
 * @returns null without a recipient or above the daily limit
 */
async function prepare(
  { db: { prisma }, clock, logger }: MailServices,
  { id: storeId, timeZone }: Store,
  customerId: string,
  { about, addressOf, recipientsOf }: MailKind,
  also?: (tx: Prisma.TransactionClient, to: string, now: Date) => Promise<unknown>,
): Promise<{ to: string; counted: CountedMail } | null> {
  const now = clock()
  try {
    return await inTransaction(prisma, async (tx: Prisma.TransactionClient) => {
      const customer = await lockCustomer(tx, { storeId, customerId })
      const to = customer && addressOf(customer)
      if (to === null) return null
      const counted = { storeId, day: dayOf(now, timeZone), recipients: recipientsOf(customerId, to) }
      if (!(await countMail(tx, counted))) throw new EnoughMails()
      await also?.(tx, to, now)
      return { to, counted }
    })
  } catch (error) {
    if (!(error instanceof EnoughMails)) throw error
    logger.info({ storeId, customerId, about }, 'An account email was not sent because the daily limit is reached')
    return null
  }
}

class EnoughMails extends Error {}

/** A mail that no server accepts is not counted; the next attempt makes another code. */
async function handOver({ db: { prisma }, mailer }: MailServices, mail: Mail, counted: CountedMail): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    await inTransaction(prisma, (tx) => uncountMail(tx, counted))
    throw error
  }
}

export type AccountPage = 'reset-password' | 'confirm-email'

/**
 * Of the store's own site, or this service.
 * @param base this service's public address; null when not configured, as the request's host is chosen by its sender
 */
export const siteOf = <Base extends string | null>(
  { subdomain, storefrontUrl }: Pick<Store, 'subdomain' | 'storefrontUrl'>,
  base: Base,
): string | Base => {
  if (storefrontUrl !== null) return storefrontUrl.replace(/\/+$/, '')
  return base === null ? base : `${base}/account/${subdomain}`
}

export const accountLink = (site: string, page: AccountPage, code: string): string => `${site}/${page}?code=${code}`
