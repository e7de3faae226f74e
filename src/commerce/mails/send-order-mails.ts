import type { Services } from '../../api/context.ts'
import type { Order, OrderItem, Refund, Store } from '../../generated/prisma/client.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { PermanentFailure } from '../../platform/jobs/job-kind.ts'
import type { Mail } from '../../platform/mailer.ts'
import { dayOf } from '../../shared/zoned-time.ts'
import { fromStore } from '../stores/mail-sender.ts'
import { claimMail, markNotSent, markSent, releaseMail } from './claim-mail.sql.ts'
import { isBounded, type MailName, type OrderMails, recipientOf } from './mail-name.ts'
import type { MailedRefund } from './order-facts.ts'
import { showsMailsOf, storeSandboxMail } from './sandbox-mails.ts'
import { writeMail } from './write-mail.ts'

type MailServices = Pick<Services, 'db' | 'mailer' | 'clock' | 'showsMails' | 'keyedHash'>
type FoundOrder = Order & { store: Store; items: OrderItem[] }

/**
 * Each unsent mail is tried, whatever becomes of the others. When the process dies before one is marked, it is sent
 * again under the same Message-ID. @throws Error when one cannot be handed over, or another process is about to
 */
export async function sendOrderMails(services: MailServices, job: OrderMails): Promise<void> {
  const { storeId, orderId, mails } = job
  const order = await services.db.prisma.order.findFirst({
    where: { storeId, id: orderId },
    include: { store: true, items: { orderBy: { position: 'asc' } } },
  })
  if (!order) return
  const refund = await findRefund(services, job)
  const outcomes = await Promise.allSettled(
    mails.map(({ id, name }) => sendOnce(services, order, { id, name, refund })),
  )
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  // While one of them may still arrive, the job is tried again.
  const failure = failures.find((reason) => !(reason instanceof PermanentFailure)) ?? failures[0]
  if (failure) throw failure
}

async function findRefund(
  { db: { prisma } }: MailServices,
  { storeId, refundId, extent = 'part' }: OrderMails,
): Promise<MailedRefund | null> {
  if (refundId === undefined) return null
  const refund: Refund | null = await prisma.refund.findFirst({ where: { storeId, id: refundId } })
  return refund && { amount: refund.amount, currency: refund.currency, extent }
}

interface MailToSend {
  id: string
  name: MailName
  refund: MailedRefund | null
}

async function sendOnce(services: MailServices, order: FoundOrder, toSend: MailToSend): Promise<void> {
  const mail = await write(services, order, toSend)
  if (!mail) return
  const claim = { storeId: order.storeId, orderId: order.id, id: toSend.id, name: toSend.name }
  const bound = isBounded(toSend.name, order)
    ? {
        day: dayOf(services.clock(), order.store.timeZone),
        recipient: services.keyedHash.of(order.storeId, `email:${mail.to.toLowerCase()}`),
      }
    : null
  if (!(await claimMail(services, claim, bound))) return
  try {
    await services.mailer.send(mail)
  } catch (error) {
    await releaseMail(services, claim)
    throw error
  }
  const isShown = await showsMailsOf(services, order.storeId)
  await inTransaction(services.db.prisma, async (tx) => {
    await (services.mailer.isSetUp ? markSent(tx, claim) : markNotSent(tx, claim, 'NO_MAIL_SERVER'))
    if (isShown) await storeSandboxMail(tx, order.storeId, { orderId: order.id }, mail, services.clock())
  })
}

/** Null without a recipient, or when nothing needs attention any more. */
async function write(
  { db: { prisma } }: MailServices,
  order: FoundOrder,
  { id, name, refund }: MailToSend,
): Promise<Mail | null> {
  const { store, storeId, buyerName, buyerEmail } = order
  const isForOwner = recipientOf(name) === 'OWNER'
  const to = isForOwner ? store.ownerEmail : buyerEmail
  if (!to || (name === 'NEEDS_ATTENTION' && order.needsAttention === null)) return null
  const template = await prisma.mailTemplate.findFirst({ where: { storeId, name } })
  const sender = isForOwner
    ? { replyTo: buyerEmail ? { name: buyerName, address: buyerEmail } : undefined }
    : fromStore(store)
  const about = `${name.toLowerCase()}: ${order.orderNo}`
  return { id, to, about, ...sender, ...writeMail({ name, store, order, refund }, template) }
}
