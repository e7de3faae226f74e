import type { OwnerContext } from '../../api/context.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { parseInputAll, problemOfAll } from '../../platform/input/parse-input-all.ts'
import { versionConflict } from '../../platform/problem.ts'
import { changedFields } from '../history/changed-fields.ts'
import { recordChange } from '../history/record-change.ts'
import { changeContent } from '../stores/change-content.ts'
import { type MenuPlace, menuColumn } from '../stores/menu-entries.ts'
import { settingNames } from '../stores/setting-names.ts'
import { differs } from '../stores/store-write.ts'
import { checkMenu, menuFormat } from './menu-format.ts'
import { findTargets, storedEntries } from './menu-targets.ts'
import { type OwnMenu, ownMenu } from './own-menus.ts'

type Scope = Pick<OwnerContext, 'services' | 'store' | 'caller'>

interface NewMenu {
  place: MenuPlace
  entries: unknown
  /** Of the store; without it, whatever is there is replaced. */
  version?: number | null | undefined
}

/** Replaces the menu as a whole. @throws Problem BAD_USER_INPUT, CONFLICT when the store's version is outdated */
export async function setMenu(scope: Scope, { place, entries, version }: NewMenu): Promise<OwnMenu> {
  const { store } = scope
  const wanted = parseInputAll(menuFormat, entries, (json) => checkMenu([], json))
  const column = menuColumn[place]
  return changeContent(scope, async (tx) => {
    await lockRow(tx, 'stores', { id: store.id })
    const current = await tx.store.findUniqueOrThrow({ where: { id: store.id } })
    if (version != null && current.version !== version) throw versionConflict('store')
    const targets = await findTargets(tx, store.id, wanted, 'id')
    const { stored, issues } = storedEntries([], wanted, targets)
    if (issues.length > 0) throw problemOfAll(issues)
    if (!differs(current, { [column]: stored })) return ownMenu(tx, current, place)
    const updated = await tx.store.update({
      where: { id: store.id },
      data: { [column]: stored, version: { increment: 1 } },
    })
    const fields = changedFields(current, updated, { currency: store.currency, names: settingNames })
    await recordChange(tx, scope, { subject: 'SETTINGS', action: 'CHANGED', fields })
    return ownMenu(tx, updated, place)
  })
}
