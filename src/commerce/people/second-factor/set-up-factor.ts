import type { PersonContext } from '../../../api/context.ts'
import { Problem } from '../../../platform/problem.ts'
import { newTotpSecret, totpUri } from '../../../platform/secrets/totp.ts'
import { hashOfCode, newCode } from '../../../platform/secrets/typed-code.ts'
import { endPersonCodes } from '../person-codes.ts'
import { withNewSession } from '../renew-session.ts'
import { checkFactor, countTry, findSecondFactor, spendStep, wrongFactor } from './check-factor.ts'

const RECOVERY_CODES = 10

export interface StartedTotp {
  secret: string
  uri: string
}

/** Asks for nothing at a log-in until it is confirmed. A secret that was not confirmed is replaced. @throws Problem CONFLICT */
export async function startTotp({ services, person, baseUrl }: PersonContext): Promise<StartedTotp> {
  const { db, seal, clock } = services
  const secret = newTotpSecret()
  const pending = { secretSealed: seal.seal(person.id, secret), createdAt: clock() }
  await db.prisma.secondFactor.createMany({ data: [{ personId: person.id, ...pending }], skipDuplicates: true })
  const { count } = await db.prisma.secondFactor.updateMany({
    where: { personId: person.id, confirmedAt: null },
    data: { ...pending, lastStep: 0 },
  })
  if (count === 0) {
    throw new Problem('CONFLICT', 'Your log-in asks for a code already. Switch that off first.', {
      reason: 'ALREADY_EXISTS',
    })
  }
  const issuer = `Console ${new URL(services.publicUrl ?? baseUrl).host}`
  return { secret, uri: totpUri(secret, { issuer, account: person.email }) }
}

/**
 * From now on a log-in asks for a code. This browser gets a new session, and all others end.
 * @returns recovery codes, which are shown once
 * @throws Problem BAD_USER_INPUT, CONFLICT, RATE_LIMITED
 */
export async function confirmTotp(context: PersonContext, code: string): Promise<string[]> {
  const { services, person } = context
  const { id: personId } = person
  const pending = await services.db.prisma.secondFactor.findFirst({ where: { personId, confirmedAt: null } })
  if (!pending) {
    throw new Problem('CONFLICT', 'There is nothing to confirm. Begin again.', { reason: 'OUTDATED_VERSION' })
  }
  await countTry(services, personId)
  if (!(await spendStep(services, pending, code))) throw wrongFactor()
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await withNewSession(context, async (tx) => {
    const { count } = await tx.secondFactor.updateMany({
      where: { personId, confirmedAt: null },
      data: { confirmedAt: services.clock(), recoveryHashes: codes.map(hashOfCode), tries: 0, triesSince: null },
    })
    if (count === 0) throw wrongFactor()
    await endPersonCodes(tx, personId)
    await services.jobs.enqueue(tx, 'person-mail', { about: 'factor-on', personId })
  })
  return codes
}

/**
 * With a code of the app, or a recovery code: the password is not enough.
 * @throws Problem BAD_USER_INPUT, RATE_LIMITED
 */
export async function removeTotp(context: PersonContext, code: string): Promise<boolean> {
  const { services, person } = context
  const { id: personId } = person
  const factor = await findSecondFactor(services, personId)
  if (!factor) return false
  await checkFactor(services, factor, code)
  await withNewSession(context, async (tx) => {
    await tx.secondFactor.deleteMany({ where: { personId } })
    await services.jobs.enqueue(tx, 'person-mail', { about: 'factor-off', personId })
  })
  return true
}
