import { randomBytes } from 'node:crypto'
import type { Services } from '../../api/context.ts'
import type { Person, PersonCode, Prisma } from '../../generated/prisma/client.ts'
import { expired } from '../../platform/database/retention.ts'
import { Problem } from '../../platform/problem.ts'
import { hashOfCode } from '../../platform/secrets/typed-code.ts'
import { crockford } from '../../platform/text/crockford.ts'
import { DAY_MS } from '../../platform/time.ts'

/** What a code of a person is good for. A CHECK of the database holds the same list. */
export const PersonCodePurpose = {
  /** A new password: mailed. */
  PASSWORD: 'PASSWORD',
  /** A log-in whose password was right, and which waits for the second factor. */
  LOG_IN: 'LOG_IN',
  /** Another address: mailed to it. */
  NEW_EMAIL: 'NEW_EMAIL',
  /** That another address is wanted: mailed to the one until now. */
  OLD_EMAIL: 'OLD_EMAIL',
  /** The address of before again: mailed to it. */
  UNDO_EMAIL: 'UNDO_EMAIL',
} as const
export type PersonCodePurpose = (typeof PersonCodePurpose)[keyof typeof PersonCodePurpose]

const HOUR_MS = 3_600_000

const lifetimesMs: Readonly<Record<PersonCodePurpose, number>> = {
  PASSWORD: HOUR_MS,
  LOG_IN: 10 * 60_000,
  NEW_EMAIL: HOUR_MS,
  OLD_EMAIL: HOUR_MS,
  UNDO_EMAIL: 7 * DAY_MS,
}

export const personCodeRetention = { ...expired('person_codes'), isLocal: true }

/** Of 5 bits each: 260 random bits. */
const CHARACTERS = 52

interface NewCode {
  personId: string
  purpose: PersonCodePurpose
  /** Where it is mailed to; of NEW_EMAIL and OLD_EMAIL the address that is wanted. */
  email: string
  now: Date
}

/** Of which one person may have several. */
const several: readonly PersonCodePurpose[] = ['LOG_IN', 'UNDO_EMAIL']

/** Ends an earlier one for the same purpose, where there is one. Only a hash is stored. @returns it, in groups, and its end */
export async function newPersonCode(
  tx: Pick<Prisma.TransactionClient, 'personCode'>,
  { personId, purpose, email, now }: NewCode,
): Promise<{ code: string; expiresAt: Date }> {
  const code = crockford(randomBytes(CHARACTERS)).replace(/.{4}(?!$)/g, '$&-')
  const expiresAt = new Date(now.getTime() + lifetimesMs[purpose])
  if (!several.includes(purpose)) await tx.personCode.deleteMany({ where: { personId, purpose } })
  await tx.personCode.create({ data: { codeHash: hashOfCode(code), personId, purpose, email, expiresAt } })
  return { code, expiresAt }
}

export interface FoundCode extends PersonCode {
  person: Person
}

/** @throws Problem BAD_USER_INPUT when it is unknown, was used or has ended */
export async function getPersonCode(
  { db: { prisma }, clock }: Pick<Services, 'db' | 'clock'>,
  code: string,
  purposes: readonly PersonCodePurpose[],
): Promise<FoundCode> {
  const found = await prisma.personCode.findFirst({
    where: { codeHash: hashOfCode(code), purpose: { in: [...purposes] }, expiresAt: { gt: clock() } },
    include: { person: true },
  })
  if (!found) throw endedCode()
  return found
}

/** Once, of several at once. @throws Problem BAD_USER_INPUT */
export async function spendPersonCode(
  tx: Pick<Prisma.TransactionClient, 'personCode'>,
  { codeHash }: Pick<PersonCode, 'codeHash'>,
): Promise<void> {
  const { count } = await tx.personCode.deleteMany({ where: { codeHash } })
  if (count === 0) throw endedCode()
}

/** All but those that bring an address back. */
export async function endPersonCodes(
  tx: Pick<Prisma.TransactionClient, 'personCode'>,
  personId: string,
): Promise<void> {
  await tx.personCode.deleteMany({ where: { personId, purpose: { not: 'UNDO_EMAIL' } } })
}

export const endedCode = (): Problem =>
  new Problem('BAD_USER_INPUT', 'This link or code was used, replaced, or is too old. Ask for a new one.', {
    ...{ reason: 'LINK_EXPIRED', field: 'token' },
  })
