import { Prisma } from '../generated/prisma/client.ts'
import { recipients } from './code-mail-days.ts'
import { hasPhone, type Person } from './person.ts'
import { phoneIdentity } from './phone.ts'

/**
 * Deletes the accounts' codes, the counts of their mails, and the jobs for mails: those of the accounts, and those that
 * name the phone, as they do when anybody has asked for its forgotten password. Call it while the accounts are locked.
 */
export async function deleteCodes(
  tx: Prisma.TransactionClient,
  storeId: string,
  { phone, customerIds }: Person,
): Promise<void> {
  const accountPhones = customerIds.length === 0 ? [] : await deleteCodesOf(tx, storeId, customerIds)
  const phones = new Set([...accountPhones.map(phoneIdentity), ...(phone === null ? [] : [phone])])
  const isTheirs = Array.from(phones, (identity) => hasPhone(Prisma.sql`data->>'phone'`, identity))
  if (isTheirs.length === 0) return
  for (const table of ['job', 'archive']) {
    await tx.$executeRaw`
      DELETE FROM ${Prisma.raw(`pgboss.${table}`)}
      WHERE name = 'account-mail' AND data->>'storeId' = ${storeId}
        AND (data->>'customerId' = ANY (${[...customerIds]}::text[]) OR ${Prisma.join(isTheirs, ' OR ')})`
  }
}

/** @returns the accounts' phones */
async function deleteCodesOf(
  tx: Prisma.TransactionClient,
  storeId: string,
  customerIds: readonly string[],
): Promise<string[]> {
  const customers = await tx.customer.findMany({
    where: { storeId, id: { in: [...customerIds] } },
    select: { id: true, phone: true, email: true, confirmedEmail: true },
  })
  const counted = customers.flatMap(({ id, email, confirmedEmail }) => [
    ...[recipients.password(id), recipients.confirm(id), recipients.changedAddress(id)],
    ...[email, confirmedEmail].flatMap((address) => (address === null ? [] : [recipients.email(address)])),
  ])
  await tx.codeMailDay.deleteMany({ where: { storeId, recipient: { in: counted } } })
  await tx.customerCode.deleteMany({ where: { storeId, customerId: { in: [...customerIds] } } })
  return customers.map(({ phone }) => phone)
}
