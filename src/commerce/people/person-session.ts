import type { PersonContext, Services } from '../../api/context.ts'
import type { Person, PersonSession, Prisma } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { isUuid, newUuid } from '../../platform/uuid.ts'
import { isUseToNote } from '../owners/owner-key.ts'
import { endOf, openAfter } from '../owners/session-lifetime.ts'
import { hashOfToken, isToken, newToken } from '../owners/session-token.ts'

/** Of one person. The oldest ends for one more. */
const MAX_SESSIONS = 50
const MAX_BROWSER = 300

/** From where somebody logs in, as their list of sessions shows it. */
export interface LogInPlace {
  /** The unchecked `User-Agent`. */
  browser: string
  address: string
  /** The token of the session that this browser has had. */
  replaced: string | undefined
}

export interface OpenPersonSession extends PersonSession {
  person: Person
}

/**
 * Always with a new token, which is returned once and not stored. Locks the person's row, so that parallel log-ins stay
 * within the limit.
 */
export async function openPersonSession(
  tx: Prisma.TransactionClient,
  { id: personId }: Pick<Person, 'id'>,
  { browser, address, replaced }: LogInPlace,
  now: Date,
): Promise<{ token: string; session: PersonSession }> {
  const token = newToken()
  await lockRow(tx, 'persons', { id: personId })
  await tx.personSession.deleteMany({
    where: {
      OR: [
        { personId, lastUsedAt: { lte: openAfter(now).lastUsedAt } },
        ...(replaced ? [{ idHash: hashOfToken(replaced) }] : []),
      ],
    },
  })
  const oldest = await tx.personSession.findMany({
    where: { personId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: MAX_SESSIONS - 1,
    select: { id: true },
  })
  if (oldest.length > 0) await tx.personSession.deleteMany({ where: { id: { in: oldest.map(({ id }) => id) } } })
  const session = await tx.personSession.create({
    data: {
      ...{ id: newUuid(now.getTime()), idHash: hashOfToken(token), personId, address },
      ...{
        browser: browser.slice(0, MAX_BROWSER),
        createdAt: now,
        lastUsedAt: now,
      },
    },
  })
  return { token, session }
}

export const confirmedAtOf = ({ confirmedAt, createdAt }: PersonSession): Date => confirmedAt ?? createdAt

/** Null when it has ended. */
export async function findPersonSession(
  { db: { prisma }, clock }: Pick<Services, 'db' | 'clock'>,
  token: string | undefined,
): Promise<OpenPersonSession | null> {
  if (token === undefined || !isToken(token)) return null
  const found = await prisma.personSession.findFirst({
    where: { idHash: hashOfToken(token) },
    include: { person: true },
  })
  return found && endOf(found) > clock() ? found : null
}

export async function notePersonSessionUse(
  { db: { prisma }, clock }: Pick<Services, 'db' | 'clock'>,
  { id, lastUsedAt }: PersonSession,
): Promise<void> {
  const now = clock()
  if (isUseToNote(lastUsedAt, now))
    await prisma.personSession.updateMany({ where: { id, lastUsedAt }, data: { lastUsedAt: now } })
}

/** @param which one of them, or all but one; all when left out @returns how many have ended */
export async function endPersonSessions(
  { prisma }: { prisma: Pick<Prisma.TransactionClient, 'personSession'> },
  personId: string,
  which: Prisma.PersonSessionWhereInput = {},
): Promise<number> {
  return (await prisma.personSession.deleteMany({ where: { ...which, personId } })).count
}

type Own = Pick<PersonContext, 'services' | 'person'>

/** @returns whether it was there */
export async function endMySession({ services, person }: Own, id: string): Promise<boolean> {
  return isUuid(id) && (await endPersonSessions(services.db, person.id, { id })) > 0
}

/** @returns how many have ended */
export const endOtherSessions = ({ services, person, session }: PersonContext): Promise<number> =>
  endPersonSessions(services.db, person.id, { id: { not: session.id } })
