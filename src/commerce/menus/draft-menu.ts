import type { Store } from '../../generated/prisma/client.ts'
import { isUuid } from '../../platform/uuid.ts'
import { type MenuPlace, menuColumn, type StoredEntry } from '../stores/menu-entries.ts'
import { type MenuEntry, menuFormat } from './menu-format.ts'

/**
 * The store as its menu would look.
 * @param draft JSON of `menuFormat`; entries that do not fit it yet are left out
 */
export function withMenu(store: Store, place: MenuPlace, draft: unknown): Store {
  const entries = Array.isArray(draft) ? draft : []
  const fitting = entries.flatMap((entry) => menuFormat.safeParse([entry]).data ?? [])
  return { ...store, [menuColumn[place]]: fitting.map(draftEntry) }
}

const draftEntry = ({ label, url, category, page, entries }: MenuEntry): StoredEntry => ({
  ...{ label, url: url ?? '' },
  ...(category != null && { category }),
  ...(page != null && isUuid(page) && { page }),
  ...(entries && { entries: entries.map(draftEntry) }),
})
