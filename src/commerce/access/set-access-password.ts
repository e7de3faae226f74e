import type { Context } from '../../api/context.ts'
import type { Store } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { composed, unhashable } from '../../platform/passwords.ts'
import { Problem } from '../../platform/problem.ts'
import { characterCount } from '../../platform/text/text.ts'
import { changedFields } from '../history/changed-fields.ts'
import { type ChangedBy, recordChange } from '../history/record-change.ts'
import { settingNames } from '../stores/setting-names.ts'
import { Protection } from './protection.ts'

const MIN_CHARACTERS = 6

/**
 * Null opens the store. Both invalidate earlier access tokens; without `password`, only the protection changes.
 * @param protection SITE when left out
 * @throws Problem BAD_USER_INPUT for a blank password, or one under 6 characters or over 72 bytes; UNAVAILABLE
 */
export async function setAccessPassword(
  scope: Pick<Context, 'services' | 'store'> & ChangedBy,
  password: string | null | undefined,
  protection?: Protection | null,
): Promise<Store> {
  const { services, store } = scope
  if (password === undefined && !protection) {
    throw new Problem('BAD_USER_INPUT', 'Send password, or null to make the pages public', { field: 'password' })
  }
  const version = { increment: 1 }
  const changed = {
    accessProtection: protection ?? Protection.SITE,
    ...(password !== undefined && {
      accessPasswordHash: password === null ? null : await services.passwords.hash(acceptable(composed(password))),
      accessPasswordVersion: { increment: 1 },
    }),
  }
  const updated = await inTransaction(services.db.prisma, async (tx) => {
    await lockRow(tx, 'stores', { id: store.id })
    const current = await tx.store.findUniqueOrThrow({ where: { id: store.id } })
    if (password === undefined && current.accessPasswordHash === null) {
      throw new Problem('BAD_USER_INPUT', 'The store has no password yet. Send a password as well.', {
        field: 'password',
      })
    }
    const updated = await tx.store.update({ where: { id: store.id }, data: { ...changed, version } })
    const { accessPasswordHash, accessProtection } = updated
    const fields = changedFields(
      current,
      { accessPasswordHash, accessProtection },
      { currency: store.currency, secret: ['accessPasswordHash'], names: settingNames },
    )
    await recordChange(tx, scope, { subject: 'SETTINGS', action: 'CHANGED', fields })
    return updated
  })
  services.stores.forget(store.subdomain)
  return updated
}

function acceptable(password: string): string {
  const refused = (message: string) => new Problem('BAD_USER_INPUT', message, { field: 'password' })
  if (password.trim() === '') throw refused('Password required')
  if (characterCount(password) < MIN_CHARACTERS) throw refused(`Password must be ${MIN_CHARACTERS}+ characters`)
  const mistake = unhashable(password)
  if (mistake !== null) throw refused(mistake)
  return password
}
