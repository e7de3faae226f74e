import { count } from '../../../api/admission/admission.ts'
import type { Context } from '../../../api/context.ts'
import type { Invitation, Person, PersonSession, Prisma, Store } from '../../../generated/prisma/client.ts'
import { isUniqueViolation } from '../../../platform/database/errors/key-violation.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../../../platform/input/parse-input.ts'
import { composed } from '../../../platform/passwords.ts'
import { Problem } from '../../../platform/problem.ts'
import { newUuid } from '../../../platform/uuid.ts'
import { recordChange } from '../../history/record-change.ts'
import { checkPassword, givenPassword, personName } from '../person-input.ts'
import { findPersonSession, type LogInPlace, openPersonSession } from '../person-session.ts'
import { losesAddress, takeAddress } from '../take-address.ts'
import { invitationEnded, isToStore } from './invitations.ts'
import { detailOf } from './invite.ts'
import { type OpenInvitation, openInvitation, refusalOf } from './open-invitation.ts'

const input = inputRules({
  required: ['token'],
  missing: 'Open the link of the invitation, or enter its code.',
  fields: {
    token: labelledText({ label: 'Code', max: 200, trim: true }),
    name: optional(personName),
    password: optional(givenPassword),
  },
})

export interface Accepted {
  person: Person
  /** Null for one who runs the installation. */
  store: Store | null
  /** Of somebody new, who is logged in by it. */
  opened: { token: string; session: PersonSession } | null
}

/**
 * By who is logged in and is the one who is invited; or by somebody new, who chooses a password. Of several at once, one
 * succeeds.
 * @param place its `replaced` is the token of who is logged in
 * @throws Problem BAD_USER_INPUT, also for an invitation that has ended; UNAUTHENTICATED, FORBIDDEN, CONFLICT, RATE_LIMITED
 */
export async function acceptInvitation(context: Context, body: unknown, place: LogInPlace): Promise<Accepted> {
  await count(context, 'invitationTry')
  const { services } = context
  const { token, name, password } = parseInput(input, body)
  const open = await openInvitation(services, token)
  const session = await findPersonSession(services, place.replaced)
  if (session) return acceptAs(context, open, session.person)
  const earlier = await services.db.prisma.person.findFirst({ where: { email: open.invitation.email } })
  if (earlier && !(open.invitation.way === 'MAIL' && losesAddress(earlier))) throw logInFirst()
  if (!name || !password) {
    throw new Problem('BAD_USER_INPUT', 'Enter your name and choose a password.', {
      field: name ? 'password' : 'name',
    })
  }
  const forbidden = {
    'your email': [open.invitation.email],
    'the name of the shop': open.store ? [open.store.businessName] : [],
  }
  checkPassword(password, forbidden)
  return acceptAsNew(context, open, { name, password, earlier }, place)
}

const logInFirst = () =>
  new Problem('UNAUTHENTICATED', 'There is a person with this email already. Log in as them, then accept.', {
    reason: 'WRONG_PERSON',
  })

async function acceptAs({ services }: Context, open: OpenInvitation, person: Person): Promise<Accepted> {
  const { prisma } = services.db
  const refused = await refusalOf(services, open, person)
  if (refused) throw refused
  const now = services.clock()
  const emailConfirmedAt = person.emailConfirmedAt ?? (open.invitation.way === 'MAIL' ? now : null)
  await inTransaction(prisma, async (tx) => {
    await spend(tx, open.invitation)
    // Not if somebody else has got the address meanwhile.
    const { count: found } = await tx.person.updateMany({
      where: { id: person.id, email: open.invitation.email },
      data: { emailConfirmedAt },
    })
    if (found === 0) throw invitationEnded()
    await join(tx, services, open, person)
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? worksThere(error) : error
  })
  return { person, store: open.store, opened: null }
}

interface NewPerson {
  name: string
  password: string
  /** Who has had the address and never confirmed it. */
  earlier: Person | null
}

async function acceptAsNew(
  { services }: Context,
  open: OpenInvitation,
  { name, password, earlier }: NewPerson,
  place: LogInPlace,
): Promise<Accepted> {
  const now = services.clock()
  const { email, way } = open.invitation
  const passwordHash = await services.passwords.hash(composed(password))
  const emailConfirmedAt = way === 'MAIL' ? now : null
  const data = { id: newUuid(now.getTime()), email, name, passwordHash, emailConfirmedAt, createdAt: now }
  try {
    return await inTransaction(services.db.prisma, async (tx) => {
      await spend(tx, open.invitation)
      if (earlier) await takeAddress(tx, earlier)
      const person = await tx.person.create({ data })
      await join(tx, services, open, person)
      return { person, store: open.store, opened: await openPersonSession(tx, person, place, now) }
    })
  } catch (error) {
    // Made meanwhile.
    throw isUniqueViolation(error, 'email') ? logInFirst() : error
  }
}

/** Whoever comes second finds none. */
async function spend(tx: Prisma.TransactionClient, { id, tokenHash }: Invitation): Promise<void> {
  const { count: found } = await tx.invitation.deleteMany({ where: { id, tokenHash } })
  if (found === 0) throw invitationEnded()
}

async function join(
  tx: Prisma.TransactionClient,
  services: Context['services'],
  { invitation, store }: OpenInvitation,
  { id: personId, name }: Person,
): Promise<void> {
  if (!store || !isToStore(invitation)) {
    await tx.person.updateMany({ where: { id: personId }, data: { operator: true } })
    return
  }
  const { ofStore, role, money } = invitation
  await tx.membership.create({ data: { personId, ofStore, role, money, createdAt: services.clock() } })
  await recordChange(
    tx,
    { store, services, caller: { kind: 'person', id: personId } },
    { subject: 'MEMBER', action: 'CREATED', subjectId: personId, subjectName: name, detail: detailOf(invitation) },
  )
}

const worksThere = (cause: unknown) =>
  new Problem('CONFLICT', 'You work for this store already.', { reason: 'ALREADY_EXISTS', cause })
