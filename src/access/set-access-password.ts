import type { Store } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { composed, unhashable } from '../platform/passwords.ts'
import { Problem } from '../platform/problem.ts'
import { characterCount } from '../platform/text/text.ts'
import { Protection } from './protection.ts'

const MIN_CHARACTERS = 6

/**
 * Null opens the store. Both invalidate earlier access tokens; without `password`, only the protection changes.
 * @param protection SITE when left out
 * @throws Problem BAD_USER_INPUT for a blank password, or one under 6 characters or over 72 bytes; UNAVAILABLE
 */
export async function setAccessPassword(
  { services, store }: Pick<Context, 'services' | 'store'>,
  password: string | null | undefined,
  protection?: Protection | null,
): Promise<Store> {
  if (password === undefined && !protection) {
    throw new Problem('BAD_USER_INPUT', 'Send password, or null to make the pages public', { field: 'password' })
  }
  const accessProtection = protection ?? Protection.SITE
  const version = { increment: 1 }
  if (password === undefined) {
    const where = { id: store.id, accessPasswordHash: { not: null } }
    const { count } = await services.db.prisma.store.updateMany({ where, data: { accessProtection, version } })
    if (count === 0)
      throw new Problem('BAD_USER_INPUT', 'The store has no password yet. Send a password as well.', {
        field: 'password',
      })
  } else {
    const accessPasswordHash = password === null ? null : await services.passwords.hash(acceptable(composed(password)))
    const accessPasswordVersion = { increment: 1 }
    const data = { accessPasswordHash, accessPasswordVersion, accessProtection, version }
    await services.db.prisma.store.update({ where: { id: store.id }, data })
  }
  services.stores.forget(store.subdomain)
  return services.db.prisma.store.findUniqueOrThrow({ where: { id: store.id } })
}

function acceptable(password: string): string {
  const refused = (message: string) => new Problem('BAD_USER_INPUT', message, { field: 'password' })
  if (password.trim() === '') throw refused('Password required')
  if (characterCount(password) < MIN_CHARACTERS) throw refused(`Password must be ${MIN_CHARACTERS}+ characters`)
  const mistake = unhashable(password)
  if (mistake !== null) throw refused(mistake)
  return password
}
