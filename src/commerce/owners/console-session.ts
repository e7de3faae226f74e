import { count } from '../../api/admission/admission.ts'
import type { Context, OwnerContext, Services } from '../../api/context.ts'
import type { ConsoleSession, OwnerKey, Store } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import { findOwnerKey, isUseToNote, noteKeyUse } from './owner-key.ts'
import { endOf, openAfter } from './session-lifetime.ts'
import { hashOfToken, isToken, newToken } from './session-token.ts'

/** Of one key. The oldest ends for one more. */
export const MAX_SESSIONS = 50

/** With its key, which is valid. */
export interface OpenSession extends ConsoleSession {
  ownerKey: OwnerKey
}

/** Sent in a cookie. */
export interface NamedSession {
  subdomain: string
  /** Unchecked. */
  token: string
}

export const sessionEnded = () =>
  new Problem('UNAUTHENTICATED', 'Your session has ended. Log in again.', { reason: 'SESSION_ENDED' })

const input = inputRules({
  required: ['store', 'key'],
  missing: 'Enter the name of the store and a key.',
  fields: {
    store: labelledText({ label: 'Store', max: 100, trim: true }).toLowerCase(),
    key: labelledText({ label: 'Key', max: 200, trim: true }),
  },
})

/** @throws Problem BAD_USER_INPUT */
export const parseLogIn = (body: unknown): { store: string; key: string } => parseInput(input, body)

/**
 * Counted whether the key is right or not. The token is returned once and not stored.
 * @param replaced the token of the session that the browser has had at this store
 * @throws Problem RATE_LIMITED, UNAUTHENTICATED, for an unknown store as well
 */
export async function openConsoleSession(
  context: Context,
  key: string,
  replaced: string | undefined,
): Promise<{ token: string; session: OpenSession }> {
  await count(context, 'consoleLogin')
  const { services, foundStore: store } = context
  const ownerKey = store && (await findOwnerKey(services, store.id, key))
  if (!store || !ownerKey) {
    throw new Problem('UNAUTHENTICATED', 'There is no such store, or this is not one of its keys, or it was revoked.', {
      reason: 'INVALID_KEY',
    })
  }

  const token = newToken()
  const now = services.clock()
  const session = { storeId: store.id, idHash: hashOfToken(token), keyId: ownerKey.id, createdAt: now, lastUsedAt: now }
  await inTransaction(services.db.prisma, async (tx) => {
    const ofKey = { storeId: store.id, keyId: ownerKey.id }
    // Parallel requests could exceed the limit of sessions.
    await lockRow(tx, 'owner_keys', { storeId: store.id, id: ownerKey.id })
    if (replaced) await tx.consoleSession.deleteMany({ where: { storeId: store.id, idHash: hashOfToken(replaced) } })
    await tx.consoleSession.deleteMany({ where: { ...ofKey, lastUsedAt: { lte: openAfter(now).lastUsedAt } } })
    const oldest = await tx.consoleSession.findMany({
      where: ofKey,
      orderBy: [{ createdAt: 'desc' }, { idHash: 'desc' }],
      skip: MAX_SESSIONS - 1,
      select: { idHash: true },
    })
    if (oldest.length > 0) {
      await tx.consoleSession.deleteMany({
        where: { storeId: store.id, idHash: { in: oldest.map(({ idHash }) => idHash) } },
      })
    }
    await tx.consoleSession.create({ data: session })
  })
  return { token, session: { ...session, ownerKey } }
}

/** Null for one that has ended, or of another store. */
export async function findKeySession(
  services: Pick<Services, 'db' | 'clock'>,
  storeId: string,
  token: string,
): Promise<OpenSession | null> {
  if (!isToken(token)) return null
  const found = await services.db.prisma.consoleSession.findFirst({
    where: { storeId, idHash: hashOfToken(token) },
    include: { ownerKey: true },
  })
  return found && isOpen(found, services.clock()) ? found : null
}

export async function noteKeySessionUse(
  services: Pick<Services, 'db' | 'clock'>,
  { storeId, idHash, lastUsedAt, ownerKey }: OpenSession,
): Promise<void> {
  const now = services.clock()
  if (!isUseToNote(lastUsedAt, now)) return
  const { prisma } = services.db
  await prisma.consoleSession.updateMany({ where: { storeId, idHash, lastUsedAt }, data: { lastUsedAt: now } })
  await noteKeyUse(services, ownerKey)
}

const isOpen = (session: OpenSession, now: Date): boolean => !session.ownerKey.revokedAt && endOf(session) > now

/** Of several stores, those that have not ended, by name of the store. This does not use them. */
export async function findSessions(
  { db: { prisma }, clock }: Pick<Services, 'db' | 'clock'>,
  named: readonly NamedSession[],
): Promise<{ store: Store; session: OpenSession }[]> {
  const wellFormed = named.filter(({ token }) => isToken(token))
  if (wellFormed.length === 0) return []
  const subdomains = wellFormed.map(({ subdomain }) => subdomain)
  const stores = await prisma.store.findMany({
    where: { subdomain: { in: subdomains } },
    orderBy: { subdomain: 'asc' },
  })
  const found = await prisma.consoleSession.findMany({
    where: {
      OR: wellFormed.flatMap(({ subdomain, token }) => {
        const store = stores.find((store) => store.subdomain === subdomain)
        return store ? [{ storeId: store.id, idHash: hashOfToken(token) }] : []
      }),
    },
    include: { ownerKey: true },
  })
  const now = clock()
  return stores.flatMap((store) => {
    const session = found.find(({ storeId }) => storeId === store.id)
    return session && isOpen(session, now) ? [{ store, session }] : []
  })
}

/** The session of a key that was admitted; `everywhere` ends all sessions of its key. */
export async function endKeySession(
  { services, store, caller, sessionHash }: OwnerContext,
  everywhere: boolean,
): Promise<void> {
  const which = everywhere || sessionHash === null ? { keyId: caller.id } : { idHash: sessionHash }
  await services.db.prisma.consoleSession.deleteMany({ where: { storeId: store.id, ...which } })
}
