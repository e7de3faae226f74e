import type { Context } from '../../../api/context.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { expired } from '../../../platform/database/retention.ts'
import { lockRow } from '../../../platform/database/row-lock.sql.ts'
import { Problem } from '../../../platform/problem.ts'
import { hashOfCode } from '../../../platform/secrets/typed-code.ts'
import { DAY_MS } from '../../../platform/time.ts'

export const CodePurpose = {
  PASSWORD: 'PASSWORD',
  /** From the owner: a code that a stranger has mailed does not replace it. */
  OWNER_PASSWORD: 'OWNER_PASSWORD',
  EMAIL: 'EMAIL',
} as const

/** A changed password voids both. */
export const passwordPurposes = ['PASSWORD', 'OWNER_PASSWORD'] as const satisfies readonly CodePurpose[]

export type CodePurpose = (typeof CodePurpose)[keyof typeof CodePurpose]

const CODE_LIFETIME_MS: Readonly<Record<CodePurpose, number>> = {
  PASSWORD: 30 * 60_000,
  OWNER_PASSWORD: 30 * 60_000,
  EMAIL: DAY_MS,
}

export const codeRetention = expired('customer_codes')

interface CodeOwner {
  storeId: string
  customerId: string
}

interface NewCode extends CodeOwner {
  purpose: CodePurpose
  code: string
  email: string | null
  now: Date
}

/** Replaces earlier codes. Needs the lock of the customer's row. @returns when it expires */
export async function storeCode(tx: Prisma.TransactionClient, given: NewCode): Promise<Date> {
  const { storeId, customerId, purpose, code, email, now } = given
  const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MS[purpose])
  const stored = { codeHash: hashOfCode(code), email, expiresAt }
  await tx.customerCode.upsert({
    where: { storeId_customerId_purpose: { storeId, customerId, purpose } },
    create: { storeId, customerId, purpose, ...stored },
    update: stored,
  })
  return expiresAt
}

/** Needs the lock of the customer's row. */
export async function voidCodes(
  tx: Prisma.TransactionClient,
  { storeId, customerId }: CodeOwner,
  purposes: readonly CodePurpose[],
): Promise<void> {
  await tx.customerCode.deleteMany({ where: { storeId, customerId, purpose: { in: [...purposes] } } })
}

/** @throws Problem BAD_USER_INPUT when unknown or expired */
export async function getCode(
  { services, store }: Context,
  purposes: readonly CodePurpose[],
  code: string,
): Promise<CodeOwner & { email: string | null }> {
  const found = await services.db.prisma.customerCode.findFirst({
    where: {
      storeId: store.id,
      codeHash: hashOfCode(code),
      purpose: { in: [...purposes] },
      expiresAt: { gt: services.clock() },
    },
    select: { storeId: true, customerId: true, email: true },
  })
  if (!found) throw notGood()
  return found
}

/** Needs the lock of the customer's row. @throws Problem BAD_USER_INPUT when it was used or replaced */
export async function spendCode(
  tx: Prisma.TransactionClient,
  { storeId, customerId }: CodeOwner,
  purposes: readonly CodePurpose[],
  code: string,
): Promise<void> {
  const { count } = await tx.customerCode.deleteMany({
    where: { storeId, customerId, purpose: { in: [...purposes] }, codeHash: hashOfCode(code) },
  })
  if (count === 0) throw notGood()
}

const notGood = () =>
  new Problem('BAD_USER_INPUT', 'This code is invalid or has expired. Please request a new one.', {
    field: 'code',
    reason: 'LINK_EXPIRED',
  })

export interface LockedCustomer {
  id: string
  email: string | null
  confirmedEmail: string | null
}

/** Locked before any row of codes; null when there is no such customer. */
export async function lockCustomer(
  tx: Prisma.TransactionClient,
  { storeId, customerId }: CodeOwner,
): Promise<LockedCustomer | null> {
  await lockRow(tx, 'customers', { storeId, id: customerId })
  return tx.customer.findUnique({
    where: { storeId_id: { storeId, id: customerId } },
    select: { id: true, email: true, confirmedEmail: true },
  })
}
