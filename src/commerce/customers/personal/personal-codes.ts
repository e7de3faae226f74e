import type { Prisma } from '../../../generated/prisma/client.ts'
import { deleteJobs } from '../../../platform/jobs/stored-jobs.sql.ts'
import { phoneIdentity } from '../../../shared/phones.ts'
import { namesAccount } from '../customers.sql.ts'
import { recipients } from '../mails/code-mail-days.ts'
import type { Person } from '../person.ts'

/** Deletes codes, mail counts and mail jobs, also jobs that name the phone. Call it while the accounts are locked. */
export async function deleteCodes(
  tx: Prisma.TransactionClient,
  storeId: string,
  { phone, customerIds }: Person,
): Promise<void> {
  const accountPhones = customerIds.length === 0 ? [] : await deleteCodesOf(tx, storeId, customerIds)
  const phones = new Set([...accountPhones.map(phoneIdentity), ...(phone === null ? [] : [phone])])
  if (phones.size > 0) await deleteJobs(tx, 'account-mail', storeId, namesAccount(customerIds, [...phones]))
}

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
