import type { Services } from '../gateway/context.ts'
import type { Order, Prisma, SandboxMail } from '../generated/prisma/client.ts'
import type { Mail } from '../platform/mailer.ts'
import { isUuid } from '../platform/uuid.ts'

/** Mails that are kept for each store. */
export const SANDBOX_MAILS = 50

/** Whether a store's buyers pay in the sandbox: its mails go to nobody but those who try things. */
export async function takesPlayMoney({ prisma }: Pick<Services, 'prisma'>, storeId: string): Promise<boolean> {
  const account = await prisma.paymentAccount.findFirst({ where: { storeId }, select: { provider: true } })
  return account?.provider === 'SANDBOX'
}

/** Keeps a mail to be shown, and the latest of the others. */
export async function keepSandboxMail(
  tx: Prisma.TransactionClient,
  { storeId, id: orderId }: Pick<Order, 'storeId' | 'id'>,
  { id, to: recipient, subject, text, html }: Mail,
  now: Date,
): Promise<void> {
  await tx.sandboxMail.createMany({
    data: [{ storeId, id, orderId, recipient, subject, text, html, createdAt: now }],
    skipDuplicates: true,
  })
  await tx.$executeRaw`
    DELETE FROM sandbox_mails WHERE store_id = ${storeId}::uuid AND id NOT IN (
      SELECT id FROM sandbox_mails WHERE store_id = ${storeId}::uuid
      ORDER BY created_at DESC, id DESC LIMIT ${SANDBOX_MAILS}
    )`
}

export type ListedMail = Pick<SandboxMail, 'id' | 'recipient' | 'subject' | 'text' | 'createdAt'>

/** The latest first. */
export const listSandboxMails = ({ prisma }: Pick<Services, 'prisma'>, storeId: string): Promise<ListedMail[]> =>
  prisma.sandboxMail.findMany({
    where: { storeId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: SANDBOX_MAILS,
    select: { id: true, recipient: true, subject: true, text: true, createdAt: true },
  })

/** The HTML of a mail; null when the store has none by that id. */
export async function findSandboxMail(
  { prisma }: Pick<Services, 'prisma'>,
  storeId: string,
  id: string,
): Promise<string | null> {
  if (!isUuid(id)) return null
  const mail = await prisma.sandboxMail.findFirst({ where: { storeId, id }, select: { html: true } })
  return mail?.html ?? null
}
