import type { Prisma } from '../../generated/prisma/client.ts'
import { DAY_MS } from '../../platform/time.ts'

/** What messages are about, and since when there can be any. */
export interface MessageSubject {
  subject: string
  createdAt: Date
}

/** Uses the index on when messages were written; a day more, as clocks differ. */
const about = (storeId: string, subjects: readonly MessageSubject[]) => ({
  storeId,
  subject: { in: subjects.map(({ subject }) => subject) },
  createdAt: { gte: new Date(Math.min(...subjects.map(({ createdAt }) => createdAt.getTime())) - DAY_MS) },
})

/** Also those that wait to be sent. */
export async function deleteMessages(
  tx: Prisma.TransactionClient,
  storeId: string,
  subjects: readonly MessageSubject[],
): Promise<void> {
  if (subjects.length > 0) await tx.webhookMessage.deleteMany({ where: about(storeId, subjects) })
}

export type MessageData = Record<string, unknown>

/** Sent or waiting; waiting ones are sent in their order, as they are then. */
export async function rewriteMessages(
  tx: Prisma.TransactionClient,
  storeId: string,
  subjects: readonly MessageSubject[],
  rewrite: (subject: string, data: MessageData) => MessageData,
): Promise<void> {
  if (subjects.length === 0) return
  const where = about(storeId, subjects)
  const messages = await tx.webhookMessage.findMany({ where, select: { id: true, subject: true, body: true } })
  for (const { id, subject, body } of messages) {
    const message = JSON.parse(body) as { data: MessageData } // as newMessage has written it
    const rewritten = JSON.stringify({ ...message, data: rewrite(subject, message.data) })
    if (rewritten === body) continue
    await tx.webhookMessage.updateMany({ where: { storeId, id }, data: { body: rewritten } })
  }
}
