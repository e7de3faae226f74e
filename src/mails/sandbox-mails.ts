import type { Prisma, SandboxMail } from '../generated/prisma/client.ts'
import type { Services } from '../graphql/context.ts'
import { isForeignKeyViolation } from '../platform/database/errors/key-violation.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Mail } from '../platform/mailer.ts'
import { isUuid } from '../platform/uuid.ts'

/** Mails that are kept for each store. */
export const SANDBOX_MAILS = 50

const latestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

/** Whether a store's buyers pay in the sandbox: its mails go to nobody but those who try things. */
export async function takesPlayMoney({ db: { prisma } }: Pick<Services, 'db'>, storeId: string): Promise<boolean> {
  const account = await prisma.paymentAccount.findFirst({ where: { storeId }, select: { provider: true } })
  return account?.provider === 'SANDBOX'
}

/** Whether mails of the store are kept to be shown: where there is no mail server, for a store that takes play money. */
export const showsMailsOf = async (services: Pick<Services, 'db' | 'showsMails'>, storeId: string): Promise<boolean> =>
  services.showsMails && (await takesPlayMoney(services, storeId))

/**
 * Stands in a kept mail for the address of this service, which only the request that shows the mail knows. The top-level
 * domain is reserved for names that do not exist.
 */
export const THIS_SERVICE = 'https://this-service.invalid'

/** What a mail is about, with which it is erased. */
type MailSubject = { orderId: string } | { customerId: string } | { leadId: string }

/** Keeps a mail to be shown, and the latest of the others. */
export async function keepSandboxMail(
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

/**
 * Keeps a mail to be shown, where mails of the store are. Whom it concerns may have been erased meanwhile: then it is not
 * kept.
 */
export async function showMail(
  services: Pick<Services, 'db' | 'showsMails' | 'clock'>,
  storeId: string,
  about: MailSubject,
  mail: Mail,
): Promise<void> {
  if (!(await showsMailsOf(services, storeId))) return
  const keeping = inTransaction(services.db.prisma, (tx) => keepSandboxMail(tx, storeId, about, mail, services.clock()))
  await keeping.catch((error: unknown) => {
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

/** The HTML of a mail; null when the store has none by that id. */
export async function findSandboxMail(
  { db: { prisma } }: Pick<Services, 'db'>,
  storeId: string,
  id: string,
): Promise<string | null> {
  if (!isUuid(id)) return null
  const mail = await prisma.sandboxMail.findFirst({ where: { storeId, id }, select: { html: true } })
  return mail?.html ?? null
}

/** Deletes the mails about these orders that are shown in the demo. Which mails were sent, and when, stays. */
export async function deleteMailsOf(
  tx: Prisma.TransactionClient,
  storeId: string,
  orderIds: readonly string[],
): Promise<void> {
  await tx.sandboxMail.deleteMany({ where: { storeId, orderId: { in: [...orderIds] } } })
}
