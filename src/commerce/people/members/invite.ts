import { refusal } from '../../../api/admission/admission.ts'
import { actorOf } from '../../../api/admission/caller.ts'
import type { OwnerContext, Services } from '../../../api/context.ts'
import type { Invitation, Prisma } from '../../../generated/prisma/client.ts'
import { lockRow } from '../../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { inputRules, parseInput } from '../../../platform/input/parse-input.ts'
import { Problem } from '../../../platform/problem.ts'
import { DAY_MS } from '../../../platform/time.ts'
import { isUuid, newUuid } from '../../../platform/uuid.ts'
import { type ChangedBy, recordChange } from '../../history/record-change.ts'
import { hashOfToken, newToken } from '../../owners/session-token.ts'
import { emailHashOf } from '../log-in-guard.sql.ts'
import { personEmail } from '../person-input.ts'
import type { Role } from '../roles.ts'
import { InvitationWay } from './invitation-way.ts'
import { isToStore, type StoreInvitation } from './invitations.ts'
import { checkMayGive } from './may-give.ts'

const VALID_MS = 7 * DAY_MS
/** Of a store, with those who are invited. */
const MAX_MEMBERS = 200

const input = inputRules({
  required: ['email'],
  missing: 'Enter the email of who is invited.',
  fields: { email: personEmail },
})

export interface NewInvitation {
  email: string
  role: Role
  money: boolean
  way: InvitationWay
}

export interface MadeInvitation<Made extends Invitation = StoreInvitation> {
  invitation: Made
  /** Of the link to copy, which is stored nowhere; null where a job mails it. */
  token: string | null
}

/** @throws Problem FORBIDDEN, BAD_USER_INPUT, RATE_LIMITED; UNAVAILABLE without a mail server for a mail */
export async function inviteMember(context: OwnerContext, given: NewInvitation): Promise<MadeInvitation> {
  const { services, store, caller } = context
  const { limits, mailer } = services
  const { email } = parseInput(input, given)
  const role = { role: given.role, money: given.money || given.role === 'OWNER' }
  checkMayGive(caller, role)
  if (given.way === InvitationWay.MAIL && !mailer.isSetUp) {
    throw new Problem('UNAVAILABLE', 'No mail server is set up. Copy a link, and send it yourself.', {
      reason: 'NO_MAIL_SERVER',
    })
  }
  const ofStore = await limits.consume('invitation', store.id)
  if (!ofStore.allowed) throw refusal(services, 'invitation', ofStore)
  if (given.way === InvitationWay.MAIL) {
    const toAddress = await limits.consume('invitationMail', emailHashOf(services, email))
    if (!toAddress.allowed) throw refusal(services, 'invitationMail', toAddress)
  }
  return inTransaction(services.db.prisma, async (tx) => {
    const made = await inviteToStore(tx, context, { ...given, ...role, email })
    if (given.way === InvitationWay.MAIL) {
      await services.jobs.enqueue(tx, 'invitation-mail', { storeId: store.id, invitationId: made.invitation.id })
    }
    return made
  })
}

type Inviting = Omit<ChangedBy, 'caller'> & { caller?: OwnerContext['caller'] | undefined }

/**
 * Ends an earlier one to the same email, with its token.
 * @param by without a caller, a user of the command line, who may give everything
 * @param given the email as people's are compared; an Owner with `money`
 * @throws Problem FORBIDDEN, BAD_USER_INPUT
 */
export async function inviteToStore(
  tx: Prisma.TransactionClient,
  by: Inviting,
  { email, role, money, way }: NewInvitation,
): Promise<MadeInvitation> {
  const { store, services, caller } = by
  const ofStore = store.id
  const now = services.clock()
  // Parallel invitations could exceed the limit, and be two to one email.
  await lockRow(tx, 'stores', { id: ofStore })
  if (await tx.membership.findFirst({ where: { ofStore, person: { email } } })) {
    throw new Problem('BAD_USER_INPUT', `${email} works for this store already. Change their role instead.`, {
      ...{ reason: 'ALREADY_EXISTS', field: 'email' },
    })
  }
  const earlier = await tx.invitation.findFirst({ where: { ofStore, email } })
  if (caller && earlier && isToStore(earlier) && earlier.expiresAt > now) checkMayGive(caller, earlier)
  await tx.invitation.deleteMany({ where: { ofStore, OR: [{ email }, { expiresAt: { lte: now } }] } })
  const members = await tx.membership.count({ where: { ofStore } })
  if (members + (await tx.invitation.count({ where: { ofStore } })) >= MAX_MEMBERS) {
    const message = `At most ${MAX_MEMBERS} people can work for a store, with those who are invited. Remove somebody first.`
    throw new Problem('BAD_USER_INPUT', message, { reason: 'LIMIT_REACHED' })
  }
  const token = way === InvitationWay.LINK ? newToken() : null
  const invitation = {
    ...{ id: newUuid(now.getTime()), ofStore, email, role, money, way },
    ...{ tokenHash: token && hashOfToken(token), invitedBy: caller ? actorOf(caller) : 'operator' },
    ...{ createdAt: now, expiresAt: new Date(now.getTime() + VALID_MS) },
  }
  await tx.invitation.create({ data: invitation })
  await recordChange(tx, by, {
    ...({ subject: 'INVITATION', action: 'CREATED' } as const),
    ...{ subjectId: invitation.id, subjectName: email, detail: detailOf(invitation) },
  })
  return { invitation, token }
}

/** To run the installation. Only the command line does this. */
export async function inviteOperator(
  { db: { prisma }, clock }: Pick<Services, 'db' | 'clock'>,
  email: string,
): Promise<string> {
  const now = clock()
  const token = newToken()
  await inTransaction(prisma, async (tx) => {
    await tx.invitation.deleteMany({ where: { ofStore: null, email } })
    await tx.invitation.create({
      data: {
        ...{ id: newUuid(now.getTime()), email, way: InvitationWay.LINK, tokenHash: hashOfToken(token) },
        ...{ invitedBy: 'operator', createdAt: now, expiresAt: new Date(now.getTime() + VALID_MS) },
      },
    })
  })
  return token
}

/** @throws Problem NOT_FOUND, also when it was used meanwhile; FORBIDDEN */
export async function revokeInvitation(context: OwnerContext, id: string): Promise<boolean> {
  const { services, store, caller } = context
  const notFound = new Problem('NOT_FOUND', 'Invitation not found')
  if (!isUuid(id)) throw notFound
  const where = { id, ofStore: store.id }
  return inTransaction(services.db.prisma, async (tx) => {
    const invitation = await tx.invitation.findFirst({ where })
    if (!invitation || !isToStore(invitation)) throw notFound
    checkMayGive(caller, invitation)
    if ((await tx.invitation.deleteMany({ where })).count === 0) throw notFound
    await recordChange(tx, context, {
      ...({ subject: 'INVITATION', action: 'DELETED' } as const),
      ...{ subjectId: id, subjectName: invitation.email },
    })
    return true
  })
}

/** `ORDERS`, or `ORDERS, money`. */
export const detailOf = ({ role, money }: { role: string; money: boolean }): string =>
  money && role !== 'OWNER' ? `${role}, money` : role
