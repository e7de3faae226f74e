import type { Prisma, Store } from '../../generated/prisma/client.ts'
import type { Issue } from '../../platform/input/issues.ts'
import { categoryKey } from '../catalog/product.ts'
import { MenuPlace, menuColumn, type StoredEntry, storedMenu } from '../stores/menu-entries.ts'
import { differs } from '../stores/store-write.ts'
import type { MenuEntry, MenuInput } from './menu-format.ts'
import { findTargets, storedEntries, type Targets } from './menu-targets.ts'

interface Target {
  tx: Prisma.TransactionClient
  issues: Issue[]
}

type MenusEntry = { header?: MenuInput | null | undefined; footer?: MenuInput | null | undefined }

const places = { header: MenuPlace.HEADER, footer: MenuPlace.FOOTER } as const

/** Call it with the store's row locked, behind products and pages, which menus name. */
export async function writeMenus({ tx, issues }: Target, store: Store, menus: MenusEntry): Promise<Store> {
  const columns: { headerMenu?: StoredEntry[]; shopLinks?: StoredEntry[] } = {}
  for (const name of ['header', 'footer'] as const) {
    const { [name]: entries } = menus
    if (entries === undefined) continue
    const targets = await findTargets(tx, store.id, entries ?? [], 'slug')
    const { stored, issues: found } = storedEntries(['menus', name], entries ?? [], targets)
    issues.push(...found)
    columns[menuColumn[places[name]]] = stored
  }
  if (issues.length > 0 || !differs(store, columns)) return store
  return tx.store.update({ where: { id: store.id }, data: { ...columns, version: { increment: 1 } } })
}

/** For bundles: nothing of a store whose footer is links alone, which `appearance` has, and whose header is the usual. */
export async function menusJson(tx: Prisma.TransactionClient, store: Store): Promise<{ menus?: MenusEntry }> {
  const [header, footer] = [storedMenu(store, 'HEADER'), storedMenu(store, 'FOOTER')]
  const isPlain = footer.every(({ page, category, entries }) => !page && !category && !entries)
  if (header.length === 0 && isPlain) return {}
  const targets = await findTargets(tx, store.id, [...header, ...footer], 'id')
  // What is stored has passed the format.
  const json = (entries: StoredEntry[]) => entries.flatMap((entry) => entryJson(entry, targets)) as MenuInput
  return { menus: { header: json(header), footer: json(footer) } }
}

/** What leads nowhere any more is left out, since an import could not find it. */
function entryJson({ label, url, category, page, entries: below = [] }: StoredEntry, targets: Targets): MenuEntry[] {
  const entries = below.flatMap((entry) => entryJson(entry, targets))
  const nested = entries.length > 0 && { entries }
  const slug = page === undefined ? undefined : targets.pages.get(page)?.slug
  if (slug !== undefined) return [{ label, page: slug, ...nested }]
  if (category !== undefined && targets.categories.has(categoryKey(category))) return [{ label, category, ...nested }]
  if (page === undefined && category === undefined && url !== '') return [{ label, url, ...nested }]
  return nested ? [{ label, ...nested }] : []
}
