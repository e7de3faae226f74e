import { Prisma } from '../generated/prisma/client.ts'
import { recipients } from './code-mail-days.ts'

/**
 * Deletes the customers' codes, the counts of their mails, and the mails that wait to be sent. Call it while their rows
 * are locked.
 */
export async function deleteCodes(
  tx: Prisma.TransactionClient,
  storeId: string,
  customerIds: readonly string[],
): Promise<void> {
  const customers = await tx.customer.findMany({
    where: { storeId, id: { in: [...customerIds] } },
    select: { id: true, phone: true, email: true, confirmedEmail: true },
  })
  const counted = customers.flatMap(({ id, email, confirmedEmail }) => [
    ...[recipients.password(id), recipients.confirm(id)],
    ...[email, confirmedEmail].flatMap((address) => (address === null ? [] : [recipients.email(address)])),
  ])
  await tx.codeMailDay.deleteMany({ where: { storeId, recipient: { in: counted } } })
  await tx.customerCode.deleteMany({ where: { storeId, customerId: { in: [...customerIds] } } })
  const phones = customers.map(({ phone }) => phone)
  for (const table of ['job', 'archive']) {
    await tx.$executeRaw`
      DELETE FROM ${Prisma.raw(`pgboss.${table}`)}
      WHERE name = 'account-mail' AND data->>'storeId' = ${storeId}
        AND (data->>'customerId' = ANY (${[...customerIds]}::text[]) OR data->>'phone' = ANY (${phones}::text[]))`
  }
}
