import { count } from '../../api/admission/admission.ts'
import { type Caller, callerWithKey } from '../../api/admission/caller.ts'
import type { Context, OwnerContext, PersonContext, Services } from '../../api/context.ts'
import type { Membership, Person } from '../../generated/prisma/client.ts'
import { Problem } from '../../platform/problem.ts'
import { findKeySession, noteKeySessionUse, sessionEnded } from '../owners/console-session.ts'
import { confirmedAtOf, findPersonSession, notePersonSessionUse, type OpenPersonSession } from './person-session.ts'
import { powerOf } from './roles.ts'

/** What a request has brought in its cookies, unchecked. */
export interface ConsoleTokens {
  person: string | undefined
  /** Of the session of a key of the store. */
  key: string | undefined
}

export const callerAs = (
  { id, name }: Pick<Person, 'id' | 'name'>,
  { role, money }: Pick<Membership, 'role' | 'money'>,
): Caller => ({ kind: 'person', id, name, power: powerOf({ role, money }), member: { role, money } })

/**
 * To a store, which may be inactive: as a person who has a role in it, or else with the session of a key.
 * @param isUse false leaves the time at which the session ends as it is
 * @throws Problem RATE_LIMITED; UNAUTHENTICATED and FORBIDDEN, for an unknown store as well
 */
export async function admitToStore(context: Context, tokens: ConsoleTokens, isUse: boolean): Promise<OwnerContext> {
  const { services, foundStore: store } = context
  await count(context, store ? 'owner' : 'read')
  const session = await findPersonSession(services, tokens.person)
  const membership = session && store ? await findMembership(services, session, store.id) : null
  if (session && membership) {
    if (isUse) await notePersonSessionUse(services, session)
    const caller = callerAs(session.person, membership)
    const { idHash: sessionHash } = session
    return Object.assign(context, { caller, sessionHash, confirmedAt: confirmedAtOf(session), admitted: true })
  }
  const keySession = store && tokens.key ? await findKeySession(services, store.id, tokens.key) : null
  if (keySession) {
    if (isUse) await noteKeySessionUse(services, keySession)
    const caller = callerWithKey(keySession.ownerKey)
    return Object.assign(context, { caller, sessionHash: keySession.idHash, confirmedAt: null, admitted: true })
  }
  if (session) throw new Problem('FORBIDDEN', 'You have no role in this store.', { reason: 'MISSING_SCOPE' })
  throw sessionEnded()
}

const findMembership = (
  { db: { prisma } }: Pick<Services, 'db'>,
  { personId }: OpenPersonSession,
  ofStore: string,
): Promise<Membership | null> => prisma.membership.findFirst({ where: { personId, ofStore } })

/** @throws Problem RATE_LIMITED, UNAUTHENTICATED */
export async function admitPerson(
  context: Context,
  token: string | undefined,
  renewCookie: PersonContext['renewCookie'],
): Promise<PersonContext> {
  const { services } = context
  await count(context, 'read')
  const session = await findPersonSession(services, token)
  if (!session) throw sessionEnded()
  await notePersonSessionUse(services, session)
  const confirmedAt = confirmedAtOf(session)
  return Object.assign(context, { person: session.person, session, confirmedAt, renewCookie, admitted: true })
}
