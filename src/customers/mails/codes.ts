import { createHash, randomBytes } from 'node:crypto'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { expired } from '../../platform/database/retention.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { Problem } from '../../platform/problem.ts'
import { crockford, typedCrockford } from '../../platform/text/crockford.ts'
import { DAY_MS } from '../../platform/time.ts'

/** What a customer does with a code: choose a new password, by mail or from the owner, or confirm an email address. */
export const CodePurpose = {
  PASSWORD: 'PASSWORD',
  /** Handed over by the owner, so that no code that a stranger has mailed takes its place. */
  OWNER_PASSWORD: 'OWNER_PASSWORD',
  EMAIL: 'EMAIL',
} as const

/** Those that set a new password. Whatever changes the password voids both. */
export const passwordPurposes = ['PASSWORD', 'OWNER_PASSWORD'] as const satisfies readonly CodePurpose[]

export type CodePurpose = (typeof CodePurpose)[keyof typeof CodePurpose]

/** How long a code is good for. */
const CODE_LIFETIME_MS: Readonly<Record<CodePurpose, number>> = {
  ...{ PASSWORD: 30 * 60_000, OWNER_PASSWORD: 30 * 60_000 },
  EMAIL: DAY_MS,
}

export const codeRetention = expired('customer_codes')

/** 100 bits. */
const CHARACTERS = 20

/** A code such as `7ZK3Q-0V9TB-M2X8R-HD4WC`, which is read as people type it. */
export const newCode = (): string => crockford(randomBytes(CHARACTERS)).replace(/.{5}(?!$)/g, '$&-')

/** Codes are random and long, so a plain hash without a salt is enough. */
const hashOf = (code: string): string => createHash('sha256').update(typedCrockford(code)).digest('hex')

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

/** Keeps a code in place of the one before. Call it with the customer's row locked. @returns until when it is good */
export async function keepCode(tx: Prisma.TransactionClient, given: NewCode): Promise<Date> {
  const { storeId, customerId, purpose, code, email, now } = given
  const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MS[purpose])
  const kept = { codeHash: hashOf(code), email, expiresAt }
  await tx.customerCode.upsert({
    where: { storeId_customerId_purpose: { storeId, customerId, purpose } },
    create: { storeId, customerId, purpose, ...kept },
    update: kept,
  })
  return expiresAt
}

/** Voids the customer's codes for these purposes. Call it with the customer's row locked. */
export async function voidCodes(
  tx: Prisma.TransactionClient,
  { storeId, customerId }: CodeOwner,
  purposes: readonly CodePurpose[],
): Promise<void> {
  await tx.customerCode.deleteMany({ where: { storeId, customerId, purpose: { in: [...purposes] } } })
}

/**
 * Finds whose code it is, and the address that it confirms.
 * @throws Problem BAD_USER_INPUT when nobody has it, or it has run out
 */
export async function getCode(
  { services, store }: Context,
  purposes: readonly CodePurpose[],
  code: string,
): Promise<CodeOwner & { email: string | null }> {
  const found = await services.db.prisma.customerCode.findFirst({
    where: {
      storeId: store.id,
      codeHash: hashOf(code),
      purpose: { in: [...purposes] },
      expiresAt: { gt: services.clock() },
    },
    select: { storeId: true, customerId: true, email: true },
  })
  if (!found) throw notGood()
  return found
}

/**
 * Uses a code up, after the customer's row was locked.
 * @throws Problem BAD_USER_INPUT when another request has used it, or a newer one has taken its place
 */
export async function spendCode(
  tx: Prisma.TransactionClient,
  { storeId, customerId }: CodeOwner,
  purposes: readonly CodePurpose[],
  code: string,
): Promise<void> {
  const { count } = await tx.customerCode.deleteMany({
    where: { storeId, customerId, purpose: { in: [...purposes] }, codeHash: hashOf(code) },
  })
  if (count === 0) throw notGood()
}

const notGood = () =>
  new Problem('BAD_USER_INPUT', 'This code is not good, or not any more. Please ask for a new one.', { field: 'code' })

/** The part of a customer that decides about codes. */
export interface LockedCustomer {
  id: string
  email: string | null
  confirmedEmail: string | null
}

/** Locks the customer's row, before any row of codes; null when there is no such customer. */
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
