import type { Prisma } from '../generated/prisma/client.ts'

/** Deletes the mails about these orders that are shown in the demo. Which mails were sent, and when, stays. */
export async function deleteMailsOf(
  tx: Prisma.TransactionClient,
  storeId: string,
  orderIds: readonly string[],
): Promise<void> {
  await tx.sandboxMail.deleteMany({ where: { storeId, orderId: { in: [...orderIds] } } })
}
