import type { Prisma } from '../../generated/prisma/client.ts'
import { lockRows } from '../../platform/database/row-lock.sql.ts'
import type { Person, PersonScope } from '../person.ts'

/** The person's accounts as JSON, without password and tokens. */
export async function accountsOf({ services, store }: PersonScope, { customerIds }: Person): Promise<object[]> {
  // On Citus, Prisma's query for nobody would be one of all shards.
  if (customerIds.length === 0) return []
  const accounts = await services.db.prisma.customer.findMany({
    where: { storeId: store.id, id: { in: [...customerIds] } },
    orderBy: { id: 'asc' },
    select: {
      ...{ id: true, name: true, phone: true, email: true, address: true, points: true, referralCode: true },
      confirmedEmail: true,
      ...{ referredById: true, createdAt: true, updatedAt: true, _count: { select: { referred: true } } },
    },
  })
  return accounts.map(({ confirmedEmail, referralCode, referredById, createdAt, updatedAt, _count, ...account }) => ({
    ...account,
    confirmed_email: confirmedEmail,
    referral_code: referralCode,
    // Who that was is the friend's own data.
    was_referred: referredById !== null,
    friends_referred: _count.referred,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }))
}

/** What the accounts are called by, which must be nowhere once the person is erased. */
export async function accountTexts({ services, store }: PersonScope, { customerIds }: Person): Promise<string[]> {
  const accounts = await services.db.prisma.customer.findMany({
    where: { storeId: store.id, id: { in: [...customerIds] } },
    select: { name: true, phone: true, email: true, confirmedEmail: true, address: true },
  })
  return accounts.flatMap((account) => Object.values(account).filter((text) => text !== null))
}

/**
 * Locks the accounts for `deleteAccounts`, before what belongs to them is deleted. Whatever else would refer to them
 * waits, and then fails.
 */
export async function lockAccounts(
  tx: Prisma.TransactionClient,
  storeId: string,
  { customerIds }: Person,
): Promise<string[]> {
  const locked = await lockRows(tx, 'customers', { storeId, id: customerIds }, ['id'], { alone: true })
  return locked.map(({ id }) => id)
}

/** Deletes accounts, whose tokens are good for nothing from then on. Friends whom they have brought stay as they are. */
export async function deleteAccounts(
  tx: Prisma.TransactionClient,
  storeId: string,
  ids: readonly string[],
): Promise<void> {
  const where = { storeId, id: { in: [...ids] } }
  await tx.customer.updateMany({ where: { storeId, referredById: where.id }, data: { referredById: null } })
  await tx.customer.deleteMany({ where })
}

/** The accounts' addresses that their holders have confirmed, in lower case. */
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
