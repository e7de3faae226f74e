import type { Services } from '../../api/context.ts'
import type { Prisma, Store } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { Problem } from '../../platform/problem.ts'
import { changedFields } from '../history/changed-fields.ts'
import { type ChangedBy, recordChange } from '../history/record-change.ts'
import { changeContent } from '../stores/change-content.ts'
import { settingNames } from '../stores/setting-names.ts'
import { missingForOpening } from './opening-gaps.ts'

interface Scope extends ChangedBy {
  services: Pick<Services, 'db' | 'stores' | 'clock'> & { mailer: Pick<Services['mailer'], 'isSetUp'> }
  store: Store
}

/**
 * From now on shoppers see the store and may buy. One that is open stays as it is.
 * @throws Problem BAD_USER_INPUT without a name, terms, or a way to be reached
 */
export const openStore = (scope: Scope): Promise<Store> =>
  changeOpening(scope, async (tx, store) => {
    if (store.openedAt !== null) return store.openedAt
    const { mailer, clock } = scope.services
    const needed = (await missingForOpening({ db: tx, mailer, store })).filter(({ isNeeded }) => isNeeded)
    if (needed.length > 0) {
      throw new Problem('BAD_USER_INPUT', `It cannot open yet. ${needed.map(({ message }) => message).join(' ')}`)
    }
    return clock()
  })

/** Shoppers see from now on that it opens soon. What has been ordered goes on. */
export const closeStore = (scope: Scope): Promise<Store> => changeOpening(scope, async () => null)

function changeOpening(
  scope: Scope,
  openedAtOf: (tx: Prisma.TransactionClient, store: Store) => Promise<Date | null>,
): Promise<Store> {
  const { id, currency } = scope.store
  return changeContent(scope, async (tx) => {
    await lockRow(tx, 'stores', { id })
    const current = await tx.store.findUniqueOrThrow({ where: { id } })
    const openedAt = await openedAtOf(tx, current)
    if (openedAt?.getTime() === current.openedAt?.getTime()) return current
    const updated = await tx.store.update({ where: { id }, data: { openedAt, version: { increment: 1 } } })
    const fields = changedFields(current, { openedAt }, { currency, names: settingNames })
    await recordChange(tx, scope, { subject: 'SETTINGS', action: 'CHANGED', fields })
    return updated
  })
}
