import { callerWithKey, type Power } from '../../../api/admission/caller.ts'
import type { Services } from '../../../api/context.ts'
import type { Invitation } from '../../../generated/prisma/client.ts'
import { expired } from '../../../platform/database/retention.ts'
import { Problem } from '../../../platform/problem.ts'
import { hashOfCode } from '../../../platform/secrets/typed-code.ts'
import { hashOfToken, isToken } from '../../owners/session-token.ts'
import { covers, powerOf, type Role } from '../roles.ts'

export const invitationRetention = { ...expired('invitations'), isLocal: true }

type Reading = Pick<Services, 'db' | 'clock'>

/** The role of one to a store. */
export interface StoreInvitation extends Invitation {
  ofStore: string
  role: Role
}

/** A CHECK of the database: one has both or neither. */
export const isToStore = (invitation: Invitation): invitation is StoreInvitation => invitation.ofStore !== null

export const invitationEnded = () =>
  new Problem('BAD_USER_INPUT', 'This invitation was used or ended, or is older than 7 days. Ask for a new one.', {
    ...{ reason: 'INVITATION_ENDED', field: 'token' },
  })

/** Of a link, or as somebody types the code of a mail. */
export function hashOfTyped(typed: string): string {
  const text = typed.trim()
  return isToken(text) ? hashOfToken(text) : hashOfCode(text)
}

/** @throws Problem BAD_USER_INPUT when it has ended */
export async function getInvitation(services: Reading, token: string): Promise<Invitation> {
  const { db, clock } = services
  const found = await db.prisma.invitation.findFirst({
    where: { tokenHash: hashOfTyped(token), expiresAt: { gt: clock() } },
  })
  if (!found) throw invitationEnded()
  if (isToStore(found) && (await standing(services, found.ofStore, [found])).length === 0) throw invitationEnded()
  return found
}

/** Those of a store that have not ended, by email. */
export async function listInvitations(services: Reading, storeId: string): Promise<StoreInvitation[]> {
  const { db, clock } = services
  const found = await db.prisma.invitation.findMany({
    where: { ofStore: storeId, expiresAt: { gt: clock() } },
    orderBy: { email: 'asc' },
  })
  return standing(services, storeId, found.filter(isToStore))
}

/** Those whose maker may still give the role: what somebody gave who has lost their own role is void. */
async function standing(
  { db: { prisma } }: Pick<Services, 'db'>,
  storeId: string,
  invitations: readonly StoreInvitation[],
): Promise<StoreInvitation[]> {
  const makers = invitations.map(({ invitedBy }) => invitedBy.split(':'))
  const idsOf = (kind: string) => makers.flatMap(([of, id]) => (of === kind && id ? [id] : []))
  const persons = await prisma.person.findMany({
    where: { id: { in: idsOf('person') } },
    include: { memberships: { where: { ofStore: storeId } } },
  })
  const keys = await prisma.ownerKey.findMany({ where: { storeId, id: { in: idsOf('owner') }, revokedAt: null } })
  const everything = powerOf({ role: 'OWNER', money: true })
  const powers = new Map<string, Power>([
    ...persons.flatMap(({ id, operator, memberships: [membership] }) => {
      const power = operator ? everything : membership && powerOf(membership)
      return power ? [[`person:${id}`, power] as const] : []
    }),
    ...keys.map((key) => [`owner:${key.id}`, callerWithKey(key).power] as const),
    ['operator', everything] as const,
  ])
  return invitations.filter((invitation) => {
    const power = powers.get(invitation.invitedBy)
    return power !== undefined && covers(power, powerOf(invitation))
  })
}
