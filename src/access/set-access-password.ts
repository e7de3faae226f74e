import type { Context } from '../gateway/context.ts'
import type { Store } from '../generated/prisma/client.ts'
import { Problem } from '../platform/problem.ts'
import { characterCount } from '../platform/text.ts'

const MIN_CHARACTERS = 6

/**
 * Protects the store's pages with a password, or opens them to everybody when the password is null. Both make every
 * earlier access token invalid.
 * @throws Problem BAD_USER_INPUT for a password that is left out, blank, under 6 characters or over 72 bytes;
 * UNAVAILABLE
 */
export async function setAccessPassword(
  { services, store }: Pick<Context, 'services' | 'store'>,
  password: string | null | undefined,
): Promise<Store> {
  if (password === undefined)
    throw new Problem('BAD_USER_INPUT', 'Send password; null to open the pages to all', { field: 'password' })
  const accessPasswordHash = password === null ? null : await services.passwords.hash(acceptable(password))
  const changed = await services.prisma.store.update({
    where: { id: store.id },
    data: { accessPasswordHash, accessPasswordVersion: { increment: 1 }, version: { increment: 1 } },
  })
  services.stores.forget(store.subdomain)
  return changed
}

function acceptable(password: string): string {
  if (password.trim() === '') throw new Problem('BAD_USER_INPUT', 'Password required', { field: 'password' })
  if (characterCount(password) < MIN_CHARACTERS) {
    throw new Problem('BAD_USER_INPUT', `Password must be ${MIN_CHARACTERS}+ characters`, { field: 'password' })
  }
  return password
}
