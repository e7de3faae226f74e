import type { OwnerContext } from '../../../api/context.ts'
import type { Store } from '../../../generated/prisma/client.ts'
import { lockRow } from '../../../platform/database/row-lock.sql.ts'
import { parseInputAll, problemOfAll } from '../../../platform/input/parse-input-all.ts'
import { versionConflict } from '../../../platform/problem.ts'
import { businessNames } from '../../../shared/business/business-columns.ts'
import { changedFields } from '../../history/changed-fields.ts'
import { recordChange } from '../../history/record-change.ts'
import { changeContent } from '../change-content.ts'
import { differs } from '../store-write.ts'
import { businessColumns, businessFormat, withRegionCode } from './business-format.ts'

type Scope = Pick<OwnerContext, 'services' | 'store' | 'caller'>

/**
 * Omitted fields stay, null clears.
 * @param version of the business, not of the store @throws Problem BAD_USER_INPUT, CONFLICT when it is outdated
 */
export async function updateBusiness(scope: Scope, input: unknown, version: number): Promise<Store> {
  const { store } = scope
  const given = businessColumns(parseInputAll(businessFormat, input))
  return changeContent(scope, async (tx) => {
    await lockRow(tx, 'stores', { id: store.id })
    const current = await tx.store.findUniqueOrThrow({ where: { id: store.id } })
    if (current.businessVersion !== version) throw versionConflict('business')
    const { columns, issues } = withRegionCode([], given, current)
    if (issues.length > 0) throw problemOfAll(issues)
    if (!differs(current, columns)) return current
    const updated = await tx.store.update({
      where: { id: store.id },
      data: { ...columns, businessVersion: { increment: 1 } },
    })
    const fields = changedFields(current, updated, { currency: store.currency, names: businessNames })
    await recordChange(tx, scope, { subject: 'SETTINGS', action: 'CHANGED', fields })
    return updated
  })
}
