import { createHash, randomBytes } from 'node:crypto'
import type { OwnerKey } from '../generated/prisma/client.ts'
import type { Services } from '../graphql/context.ts'
import { lockRow } from '../platform/database/row-lock.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { Problem } from '../platform/problem.ts'
import { characterCount, isStorableText } from '../platform/text/text.ts'
import { isUuid } from '../platform/uuid.ts'

type Keeping = Pick<Services, 'db' | 'clock'>

const MAX_NAME = 100
/** Limits the valid keys per store, in case a program creates a new key at every start. */
const MAX_KEYS = 100
/** `lastUsedAt` is updated at most this often, because a write per request would be too expensive. */
const USE_NOTED_EVERY_MS = 60_000

/** Creates an owner key. Its text is returned once and not stored. @throws Problem BAD_USER_INPUT */
export async function createOwnerKey(
  { db: { prisma }, clock }: Keeping,
  storeId: string,
  name: string,
): Promise<{ key: string; ownerKey: OwnerKey }> {
  if (name.trim() === '' || characterCount(name) > MAX_NAME || !isStorableText(name)) {
    throw new Problem('BAD_USER_INPUT', `The name of a key must have 1 to ${MAX_NAME} characters`, { field: 'name' })
  }
  const key = `sk_${randomBytes(32).toString('base64url')}`
  const ownerKey = await inTransaction(prisma, async (tx) => {
    // Lock the store, so that parallel requests cannot exceed the limit of keys.
    await lockRow(tx, 'stores', { id: storeId })
    if ((await tx.ownerKey.count({ where: { storeId, revokedAt: null } })) >= MAX_KEYS) {
      throw new Problem('BAD_USER_INPUT', `The store has ${MAX_KEYS} keys, as many as it may: revoke one first`)
    }
    return tx.ownerKey.create({ data: { storeId, name, keyHash: keyHash(key), createdAt: clock() } })
  })
  return { key, ownerKey }
}

/** All keys of the store, revoked ones included, newest first. */
export const listOwnerKeys = ({ db: { prisma } }: Pick<Keeping, 'db'>, storeId: string): Promise<OwnerKey[]> =>
  prisma.ownerKey.findMany({ where: { storeId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })

/** Revokes a key at once. Repeating it changes nothing. @throws Problem NOT_FOUND */
export async function revokeOwnerKey(
  { db: { prisma }, clock }: Keeping,
  storeId: string,
  id: string,
): Promise<OwnerKey> {
  const notFound = new Problem('NOT_FOUND', 'Key not found')
  if (!isUuid(id)) throw notFound
  await prisma.ownerKey.updateMany({ where: { storeId, id, revokedAt: null }, data: { revokedAt: clock() } })
  const key = await prisma.ownerKey.findFirst({ where: { storeId, id } })
  if (!key) throw notFound
  return key
}

/**
 * Finds the store's key with this text; null when it does not exist or was revoked. The lookup compares hashes, so its
 * timing reveals nothing about the text of keys.
 */
export async function findOwnerKey(
  { db: { prisma }, clock }: Keeping,
  storeId: string,
  key: string,
): Promise<OwnerKey | null> {
  if (!/^sk_[\w-]{43}$/.test(key)) return null
  const found = await prisma.ownerKey.findFirst({ where: { storeId, keyHash: keyHash(key) } })
  if (!found || found.revokedAt) return null

  const now = clock()
  if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() >= USE_NOTED_EVERY_MS) {
    const { id, lastUsedAt } = found
    await prisma.ownerKey.updateMany({ where: { storeId, id, lastUsedAt }, data: { lastUsedAt: now } })
  }
  return found
}

/** A key has 256 random bits, so a plain SHA-256 cannot be reversed by guessing. */
const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex')
