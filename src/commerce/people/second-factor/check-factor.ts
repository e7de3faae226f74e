import type { Services } from '../../../api/context.ts'
import type { SecondFactor } from '../../../generated/prisma/client.ts'
import { Problem } from '../../../platform/problem.ts'
import { totpStep } from '../../../platform/secrets/totp.ts'
import { hashOfCode } from '../../../platform/secrets/typed-code.ts'
import { countFactorTry, restoreFactorTry, spendRecoveryCode } from './second-factor.sql.ts'

type FactorServices = Pick<Services, 'db' | 'seal' | 'clock'>

/** Null for who logs in with the password alone. One whose secret cannot be opened is there all the same. */
export const findSecondFactor = (
  { db: { prisma } }: Pick<Services, 'db'>,
  personId: string,
): Promise<SecondFactor | null> => prisma.secondFactor.findFirst({ where: { personId, confirmedAt: { not: null } } })

/**
 * Uses up a code of the app, or a recovery code. It is counted before it is compared.
 * @throws Problem BAD_USER_INPUT for a wrong one, or one that was used; RATE_LIMITED
 */
export async function checkFactor(services: FactorServices, factor: SecondFactor, typed: string): Promise<void> {
  const { db } = services
  const { personId } = factor
  await countTry(services, personId)
  const isOfApp = /^[\d\s]*$/.test(typed)
  const isRight = isOfApp
    ? await spendStep(services, factor, typed)
    : await spendRecoveryCode(db.sql, personId, hashOfCode(typed))
  if (!isRight) throw wrongFactor()
  await restoreFactorTry(db.sql, personId)
}

/** Of a secret that is being set up, too. @returns whether it is right and was not used */
export async function spendStep(
  { db: { prisma }, seal, clock }: FactorServices,
  { personId, secretSealed }: Pick<SecondFactor, 'personId' | 'secretSealed'>,
  typed: string,
): Promise<boolean> {
  const secret = seal.open(personId, secretSealed)
  if (secret === null) throw unreadableFactor()
  const step = totpStep(secret, typed, clock())
  if (step === null) return false
  // One statement, so that of two requests with one code one succeeds.
  const { count } = await prisma.secondFactor.updateMany({
    where: { personId, secretSealed, lastStep: { lt: step } },
    data: { lastStep: step },
  })
  return count === 1
}

/** @throws Problem RATE_LIMITED */
export async function countTry({ db, clock }: Pick<Services, 'db' | 'clock'>, personId: string): Promise<void> {
  if (await countFactorTry(db.sql, personId, clock())) return
  throw new Problem('RATE_LIMITED', 'Too many wrong codes. Wait 15 minutes.', { retryAfter: 900 })
}

export const wrongFactor = (): Problem =>
  new Problem('BAD_USER_INPUT', 'This code is wrong, or was used already. Enter the one that the app shows now.', {
    ...{ reason: 'WRONG_CODE', field: 'code' },
  })

/** The service has other secrets than when it was set up, as after a restore. */
const unreadableFactor = (): Problem =>
  new Problem(
    'BAD_USER_INPUT',
    'Codes of the app cannot be checked here any more. Enter a recovery code, or ask whoever runs the server: "storefront person second-factor-off EMAIL".',
    { reason: 'WRONG_CODE', field: 'code' },
  )
