import type { Prisma } from '../../../generated/prisma/client.ts'
import { lockRows } from '../../../platform/database/row-lock.sql.ts'
import type { Person, PersonScope } from '../person.ts'

export async function accountsOf({ services, store }: PersonScope, { customerIds }: Person): Promise<object[]> {
  // On Citus, a query for nobody would go to all shards.
  if (customerIds.length === 0) return []
  const accounts = await services.db.prisma.customer.findMany({
    where: { storeId: store.id, id: { in: [...customerIds] } },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      name: true,
      phone: true,
      email: true,
      address: true,
      points: true,
      referralCode: true,
      confirmedEmail: true,
      referredById: true,
      createdAt: true,
      updatedAt: true,
      _count: { select: { referred: true } },
    },
  })
  return accounts.map(({ confirmedEmail, referralCode, referredById, createdAt, updatedAt, _count, ...account }) => ({
    ...account,
    confirmed_email: confirmedEmail,
    referral_code: referralCode,
    was_referred: referredById !== null,
    friends_referred: _count.referred,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }))
}

/** Texts that must be nowhere after erasure. */
export async function accountTexts({ services, store }: PersonScope, { customerIds }: Person): Promise<string[]> {
  const accounts = await services.db.prisma.customer.findMany({
    where: { storeId: store.id, id: { in: [...customerIds] } },
    select: { name: true, phone: true, email: true, confirmedEmail: true, address: true },
  })
  return accounts.flatMap((account) => Object.values(account).filter((text) => text !== null))
}

/** Before what belongs to the accounts is deleted: new references wait, then fail. */
export async function lockAccounts(
  tx: Prisma.TransactionClient,
  storeId: string,
  { customerIds }: Person,
): Promise<string[]> {
  const locked = await lockRows(tx, 'customers', { storeId, id: customerIds }, ['id'], { alone: true })
  return locked.map(({ id }) => id)
}

/** Their tokens become invalid. Referred friends stay. */
export async function deleteAccounts(
  tx: Prisma.TransactionClient,
  storeId: string,
  ids: readonly string[],
): Promise<void> {
  const where = { storeId, id: { in: [...ids] } }
  await tx.customer.updateMany({ where: { storeId, referredById: where.id }, data: { referredById: null } })
  await tx.customer.deleteMany({ where })
}

export async function confirmedEmails(
  { services, store }: PersonScope,
  customerIds: readonly string[],
): Promise<string[]> {
  const accounts = await services.db.prisma.customer.findMany({
    where: { storeId: store.id, id: { in: [...customerIds] }, confirmedEmail: { not: null } },
    select: { email: true, confirmedEmail: true },
  })
  return accounts.flatMap(({ email, confirmedEmail }) =>
    email !== null && email === confirmedEmail ? [email.toLowerCase()] : [],
  )
}
