import type { Context, Services } from '../../api/context.ts'
import type { Prisma, SandboxMail } from '../../generated/prisma/client.ts'
import { isForeignKeyViolation } from '../../platform/database/errors/key-violation.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Mail } from '../../platform/mailer.ts'
import { isUuid } from '../../platform/uuid.ts'

/** Per store. */
export const SANDBOX_MAILS = 50

const latestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

/** Buyers pay in the sandbox, so mails go to nobody. */
export async function takesPlayMoney({ db: { prisma } }: Pick<Services, 'db'>, storeId: string): Promise<boolean> {
  const account = await prisma.paymentAccount.findFirst({ where: { storeId }, select: { provider: true } })
  return account?.provider === 'SANDBOX'
}

/** Without a mail server, for a store that takes play money. */
export const showsMailsOf = async (services: Pick<Services, 'db' | 'showsMails'>, storeId: string): Promise<boolean> =>
  services.showsMails && (await takesPlayMoney(services, storeId))

const answers = new WeakMap<object, Promise<boolean>>()

/** Whether mails of this store reach anybody, or are shown in their place. Asks the database at most once a request. */
export async function sendsMails(context: Pick<Context, 'services' | 'store'>): Promise<boolean> {
  const { services, store } = context
  if (services.mailer.isSetUp) return true
  const answer = answers.get(context) ?? showsMailsOf(services, store.id)
  answers.set(context, answer)
  return answer
}

/**
 * Stands for this service's address, which only the request that shows the mail knows. The top-level domain is
 * reserved.
 */
export const THIS_SERVICE = 'https://this-service.invalid'

/** By which it is erased. */
type MailSubject = { orderId: string } | { customerId: string } | { leadId: string }

/** Deletes all but the latest others. */
export async function storeSandboxMail(
  tx: Prisma.TransactionClient,
  storeId: string,
  about: MailSubject,
  { id, to: recipient, subject, text, html }: Mail,
  now: Date,
): Promise<void> {
  await tx.sandboxMail.createMany({
    data: [{ storeId, id, ...about, recipient, subject, text, html, createdAt: now }],
    skipDuplicates: true,
  })
  const tooOld = await tx.sandboxMail.findFirst({
    where: { storeId },
    orderBy: latestFirst,
    skip: SANDBOX_MAILS,
    select: { id: true, createdAt: true },
  })
  if (!tooOld) return
  const { createdAt } = tooOld
  await tx.sandboxMail.deleteMany({
    where: { storeId, OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lte: tooOld.id } }] },
  })
}

/** Skipped when the person concerned was erased meanwhile. */
export async function showMail(
  services: Pick<Services, 'db' | 'showsMails' | 'clock'>,
  storeId: string,
  about: MailSubject,
  mail: Mail,
): Promise<void> {
  if (!(await showsMailsOf(services, storeId))) return
  const storing = inTransaction(services.db.prisma, (tx) =>
    storeSandboxMail(tx, storeId, about, mail, services.clock()),
  )
  await storing.catch((error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error
  })
}

export type ListedMail = Pick<SandboxMail, 'id' | 'recipient' | 'subject' | 'text' | 'createdAt'>

/** The latest first. */
export const listSandboxMails = ({ db: { prisma } }: Pick<Services, 'db'>, storeId: string): Promise<ListedMail[]> =>
  prisma.sandboxMail.findMany({
    where: { storeId },
    orderBy: latestFirst,
    take: SANDBOX_MAILS,
    select: { id: true, recipient: true, subject: true, text: true, createdAt: true },
  })

/** Null for an unknown id. */
export async function findSandboxMail(
  { db: { prisma } }: Pick<Services, 'db'>,
  storeId: string,
  id: string,
): Promise<string | null> {
  if (!isUuid(id)) return null
  const mail = await prisma.sandboxMail.findFirst({ where: { storeId, id }, select: { html: true } })
  return mail?.html ?? null
}

/** Which mails were sent, and when, stays. */
export async function deleteMailsOf(
  tx: Prisma.TransactionClient,
  storeId: string,
  orderIds: readonly string[],
): Promise<void> {
  await tx.sandboxMail.deleteMany({ where: { storeId, orderId: { in: [...orderIds] } } })
}
