import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { count } from '../../api/admission/admission.ts'
import { type Caller, callerWithKey } from '../../api/admission/caller.ts'
import { hasScope, isUnlimited, KeyPower, KeyScope, keyScopes, missingScope } from '../../api/admission/key-scopes.ts'
import type { Context, OwnerContext, Services } from '../../api/context.ts'
import type { OwnerKey, Store } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { normalAddress } from '../../platform/network/client-address.ts'
import { Problem } from '../../platform/problem.ts'
import { characterCount, isStorableText } from '../../platform/text/text.ts'
import { isUuid } from '../../platform/uuid.ts'
import { recordChange } from '../history/record-change.ts'

type KeyServices = Pick<Services, 'db' | 'clock'>

const MAX_NAME = 100
/** In case a program creates a new key at every start. */
const MAX_KEYS = 100
/** A write per request would be too expensive. */
const USE_NOTED_EVERY_MS = 60_000

/**
 * The key's text is returned once and not stored.
 * @param scopes null: everything
 * @param by who makes it; none: a user of the command line
 * @throws Problem BAD_USER_INPUT, also for an empty list of scopes
 */
export async function createOwnerKey(
  services: KeyServices,
  storeId: string,
  name: string,
  scopes: readonly KeyScope[] | null = null,
  by?: Pick<Caller, 'kind' | 'id'>,
): Promise<{ key: string; ownerKey: OwnerKey }> {
  if (name.trim() === '' || characterCount(name) > MAX_NAME || !isStorableText(name)) {
    throw new Problem('BAD_USER_INPUT', `The name of a key must have 1 to ${MAX_NAME} characters`, { field: 'name' })
  }
  if (scopes?.length === 0) {
    throw new Problem('BAD_USER_INPUT', 'scopes must not be empty; leave it out for a key that may do everything', {
      field: 'scopes',
    })
  }
  const {
    db: { prisma },
    clock,
  } = services
  const key = `sk_${randomBytes(32).toString('base64url')}`
  const ownerKey = await inTransaction(prisma, async (tx) => {
    // Parallel requests could exceed the limit of keys.
    await lockRow(tx, 'stores', { id: storeId })
    if ((await tx.ownerKey.count({ where: { storeId, revokedAt: null } })) >= MAX_KEYS) {
      throw new Problem('BAD_USER_INPUT', `A store can have at most ${MAX_KEYS} keys. Revoke one first.`, {
        reason: 'LIMIT_REACHED',
      })
    }
    const created = await tx.ownerKey.create({
      data: {
        storeId,
        name,
        power: scopes ? KeyPower.SCOPES : KeyPower.EVERYTHING,
        scopes: keyScopes.filter((scope) => scopes?.includes(scope)),
        keyHash: keyHash(key),
        createdAt: clock(),
      },
    })
    await recordChange(tx, { store: { id: storeId }, services, caller: by }, keyChange(created, 'CREATED'))
    return created
  })
  return { key, ownerKey }
}

/**
 * Nobody makes a key that may do more than themselves.
 * @throws Problem FORBIDDEN, BAD_USER_INPUT
 */
export async function createKeyByCaller(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  { name, scopes }: { name: string; scopes?: readonly KeyScope[] | null | undefined },
) {
  const { everything, scopes: own } = caller.power
  if (!everything && !scopes) {
    const who = caller.kind === 'key' ? 'This key' : 'You'
    throw new Problem('FORBIDDEN', `${who} can create keys with these scopes only: ${own.join(', ')}.`, {
      reason: 'MISSING_SCOPE',
    })
  }
  const beyond = everything ? undefined : scopes?.find((scope) => !own.includes(scope))
  if (beyond) throw missingScope(caller, beyond)
  return createOwnerKey(services, store.id, name, scopes ?? null, caller)
}

/**
 * Nobody revokes a key that may do more than themselves.
 * @throws Problem NOT_FOUND, FORBIDDEN
 */
export async function revokeKeyByCaller(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  id: string,
): Promise<OwnerKey> {
  const { everything, scopes: own } = caller.power
  const key = isUuid(id) ? await services.db.prisma.ownerKey.findFirst({ where: { storeId: store.id, id } }) : null
  // What a key may do never changes.
  const isBeyond = key && (isUnlimited(key) || key.scopes.some((scope) => !own.some((one) => one === scope)))
  if (isBeyond && !everything) {
    const who = caller.kind === 'key' ? 'yours' : 'you'
    throw new Problem('FORBIDDEN', `This key may do more than ${who}. Somebody who may do as much has to revoke it.`, {
      reason: 'MISSING_SCOPE',
    })
  }
  return revokeOwnerKey(services, store.id, id, caller)
}

/** Revoked ones included, newest first. */
export const listOwnerKeys = ({ db: { prisma } }: Pick<KeyServices, 'db'>, storeId: string): Promise<OwnerKey[]> =>
  prisma.ownerKey.findMany({ where: { storeId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })

const keyChange = (key: OwnerKey, action: 'CREATED' | 'DELETED') => ({
  ...({ subject: 'KEY', action } as const),
  ...{ subjectId: key.id, subjectName: key.name },
  ...(action === 'CREATED' && { detail: isUnlimited(key) ? 'everything' : key.scopes.join(', ') }),
})

/**
 * Repeating it changes nothing.
 * @param by who revokes it; none: a user of the command line
 * @throws Problem NOT_FOUND
 */
export async function revokeOwnerKey(
  services: KeyServices,
  storeId: string,
  id: string,
  by?: Pick<Caller, 'kind' | 'id'>,
): Promise<OwnerKey> {
  const {
    db: { prisma },
    clock,
  } = services
  const notFound = new Problem('NOT_FOUND', 'Key not found')
  if (!isUuid(id)) throw notFound
  return inTransaction(prisma, async (tx) => {
    const where = { storeId, id }
    const { count } = await tx.ownerKey.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: clock() },
    })
    const key = await tx.ownerKey.findFirst({ where })
    if (!key) throw notFound
    if (count > 0) await recordChange(tx, { store: { id: storeId }, services, caller: by }, keyChange(key, 'DELETED'))
    return key
  })
}

/** Null when unknown or revoked. Compares hashes, so its timing reveals nothing about keys. */
export async function findOwnerKey({ db, clock }: KeyServices, storeId: string, key: string): Promise<OwnerKey | null> {
  if (!/^sk_[\w-]{43}$/.test(key)) return null
  const found = await db.prisma.ownerKey.findFirst({ where: { storeId, keyHash: keyHash(key) } })
  if (!found || found.revokedAt) return null

  await noteKeyUse({ db, clock }, found)
  return found
}

export async function noteKeyUse({ db, clock }: KeyServices, { storeId, id, lastUsedAt }: OwnerKey): Promise<void> {
  const now = clock()
  if (!isUseToNote(lastUsedAt, now)) return
  await db.prisma.ownerKey.updateMany({ where: { storeId, id, lastUsedAt }, data: { lastUsedAt: now } })
}

export const isUseToNote = (lastUsedAt: Date | null, now: Date): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USE_NOTED_EVERY_MS

/** A key has 256 random bits, so a plain SHA-256 cannot be reversed by guessing. */
const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex')

/** `X-Buyer-IP` from a storefront that renders pages on its server; null without an owner key in `X-Store-Key`. */
export async function buyerAddress(
  services: Pick<Services, 'db' | 'clock'>,
  store: Store | null,
  headers: IncomingHttpHeaders,
): Promise<string | null> {
  const key = headers['x-store-key']?.toString()
  const address = normalAddress(headers['x-buyer-ip']?.toString() ?? '')
  if (!store || !key || !address) return null
  return (await isStorefrontKey(services, store.id, key)) ? address : null
}

/** Whether it is a valid key of the store with the scope `storefront`. */
export async function isStorefrontKey(services: KeyServices, storeId: string, key: string): Promise<boolean> {
  const ownerKey = await findOwnerKey(services, storeId, key)
  return ownerKey !== null && hasScope(callerWithKey(ownerKey), [KeyScope.STOREFRONT])
}

/** The store may be inactive. @throws Problem RATE_LIMITED, STORE_NOT_FOUND, UNAUTHENTICATED */
export async function admitOwner(context: Context, authorization: string | undefined): Promise<OwnerContext> {
  const { services, foundStore: store } = context
  await count(context, store ? 'owner' : 'read')
  if (!store) throw new Problem('STORE_NOT_FOUND', 'Site not found')

  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  const ownerKey = key ? await findOwnerKey(services, store.id, key) : null
  if (!ownerKey) {
    throw new Problem(
      'UNAUTHENTICATED',
      'Send an owner key of this store that is not revoked in the header "Authorization: Bearer sk_..."; "storefront key create" makes one',
      { reason: 'INVALID_KEY' },
    )
  }
  return Object.assign(context, {
    caller: callerWithKey(ownerKey),
    sessionHash: null,
    confirmedAt: null,
    admitted: true,
  })
}
