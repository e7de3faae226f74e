import { count } from '../../../api/admission/admission.ts'
import type { OwnerContext } from '../../../api/context.ts'
import type { Person, PersonSession, Prisma } from '../../../generated/prisma/client.ts'
import { isUniqueViolation } from '../../../platform/database/errors/key-violation.ts'
import { lockRow } from '../../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { inputRules, parseInput } from '../../../platform/input/parse-input.ts'
import { composed } from '../../../platform/passwords.ts'
import { Problem } from '../../../platform/problem.ts'
import { newUuid } from '../../../platform/uuid.ts'
import { recordChange } from '../../history/record-change.ts'
import { sessionEnded } from '../../owners/console-session.ts'
import { checkPassword, givenPassword, personEmail, personName } from '../person-input.ts'
import { findPersonSession, type LogInPlace, openPersonSession } from '../person-session.ts'
import { Role } from '../roles.ts'
import { detailOf } from './invite.ts'

const input = inputRules({
  required: ['email', 'password', 'name'],
  missing: 'Enter your name, your email and a password.',
  fields: { email: personEmail, password: givenPassword, name: personName },
})

export interface NewOwner {
  person: Person
  /** Null for who was logged in as a person before. */
  opened: { token: string; session: PersonSession } | null
}

/**
 * For who is logged in with a key that may do everything: they become an Owner of its store, and nothing else. Who is
 * logged in as a person as well becomes it as that person; otherwise one is made. The key stays as it is.
 * @param place its `replaced` is the token of who is logged in as a person
 * @throws Problem BAD_USER_INPUT, FORBIDDEN, RATE_LIMITED, UNAUTHENTICATED, UNAVAILABLE
 */
export async function becomeOwner(context: OwnerContext, body: unknown, place: LogInPlace): Promise<NewOwner> {
  await count(context, 'personLogin')
  const { services, store } = context
  checkMayBecome(context)
  const session = await findPersonSession(services, place.replaced)
  if (session) {
    const { person } = session
    await inTransaction(services.db.prisma, (tx) => own(tx, context, person))
    return { person, opened: null }
  }
  const { email, password, name } = parseInput(input, body)
  checkPassword(password, { 'your email': [email], 'the name of the shop': [store.businessName] })
  const now = services.clock()
  const passwordHash = await services.passwords.hash(composed(password))
  try {
    return await inTransaction(services.db.prisma, async (tx) => {
      const data = { id: newUuid(now.getTime()), email, name, passwordHash, createdAt: now }
      const person = await tx.person.create({ data })
      await own(tx, context, person)
      return { person, opened: await openPersonSession(tx, person, place, now) }
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'email')) throw error
    const message = 'There is a person with this email already. Log in as them, then add this store.'
    throw new Problem('BAD_USER_INPUT', message, { reason: 'ALREADY_EXISTS', field: 'email', cause: error })
  }
}

/** @throws Problem FORBIDDEN */
function checkMayBecome({ caller }: OwnerContext): void {
  if (caller.kind === 'person') {
    throw new Problem('FORBIDDEN', 'You are logged in to this store as a person already.')
  }
  if (!caller.power.everything) {
    throw new Problem('FORBIDDEN', 'Only a key that may do everything makes somebody an owner of the store.', {
      reason: 'MISSING_SCOPE',
    })
  }
}

/** The key's row is locked: one that is revoked meanwhile, or whose store is being deleted, makes nobody an owner. */
async function own(tx: Prisma.TransactionClient, context: OwnerContext, person: Person): Promise<void> {
  const { services, store, caller } = context
  const key = { storeId: store.id, id: caller.id }
  await lockRow(tx, 'owner_keys', key)
  if (!(await tx.ownerKey.findFirst({ where: { ...key, revokedAt: null } }))) throw sessionEnded()
  const owner = { personId: person.id, ofStore: store.id, role: Role.OWNER, money: true, createdAt: services.clock() }
  await tx.membership.create({ data: owner }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw new Problem('FORBIDDEN', 'You are logged in to this store as a person already.', { cause: error })
  })
  await recordChange(tx, context, {
    ...({ subject: 'MEMBER', action: 'CREATED' } as const),
    ...{ subjectId: person.id, subjectName: person.name, detail: detailOf(owner) },
  })
}
