import type { Context } from '../../api/context.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import { newToken, TOKEN_LIFETIME_MS, tokenHash } from './protection.ts'

export const unlockInput = inputRules({
  required: ['password'],
  missing: 'Password required',
  fields: { password: labelledText({ label: 'Password', max: 255 }) },
})

/** The same as for an open store, so that nobody can probe which stores exist. */
export const NOT_PROTECTED = 'Site not found or not protected'

export interface Unlocked {
  /** Hex, sent back in the header `X-Access-Token`. */
  accessToken: string
  expiresAt: Date
}

/**
 * The token is valid for 24 hours, or until the password changes.
 * @throws Problem BAD_USER_INPUT, UNAUTHENTICATED, STORE_NOT_FOUND, UNAVAILABLE
 */
export async function unlock({ services, store }: Context, input: unknown): Promise<Unlocked> {
  const { password } = parseInput(unlockInput, input)
  // The store cache may be a second old.
  const protection = await services.db.prisma.store.findUnique({
    where: { id: store.id },
    select: { accessPasswordHash: true, accessPasswordVersion: true },
  })
  if (!protection?.accessPasswordHash)
    throw new Problem('STORE_NOT_FOUND', NOT_PROTECTED, { reason: 'STORE_NOT_LOCKED' })
  if (!(await services.passwords.verify(password, protection.accessPasswordHash))) {
    throw new Problem('UNAUTHENTICATED', 'Incorrect password', { reason: 'WRONG_PASSWORD' })
  }

  const now = services.clock()
  const accessToken = newToken()
  const expiresAt = new Date(now.getTime() + TOKEN_LIFETIME_MS)
  await services.db.prisma.accessToken.create({
    data: {
      storeId: store.id,
      tokenHash: tokenHash(accessToken),
      // Outdated if the password changed after it was read above; the token then never works.
      passwordVersion: protection.accessPasswordVersion,
      expiresAt,
      createdAt: now,
    },
  })
  return { accessToken, expiresAt }
}
