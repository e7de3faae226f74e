import type { Context } from '../../api/context.ts'
import type { Prisma, Store } from '../../generated/prisma/client.ts'
import { categoryKey } from '../catalog/product.ts'
import { MenuPlace, type StoredEntry, storedMenu } from '../stores/menu-entries.ts'
import { readStore } from '../stores/store-settings.ts'
import { findTargets, type Targets } from './menu-targets.ts'

/** Why shoppers do not see an entry, if they do not. */
export const EntryState = { SHOWN: 'SHOWN', DRAFT: 'DRAFT', EMPTY: 'EMPTY', GONE: 'GONE' } as const
export type EntryState = (typeof EntryState)[keyof typeof EntryState]

export interface OwnEntry extends Omit<StoredEntry, 'entries'> {
  state: EntryState
  entries: OwnEntry[]
}

export interface OwnMenu {
  place: MenuPlace
  entries: OwnEntry[]
  /** Of the store. */
  version: number
}

export async function listOwnMenus({ services, store }: Pick<Context, 'services' | 'store'>): Promise<OwnMenu[]> {
  const { prisma } = services.db
  const current = await readStore({ services, store })
  return Promise.all([ownMenu(prisma, current, MenuPlace.HEADER), ownMenu(prisma, current, MenuPlace.FOOTER)])
}

/** With what has become of its targets. */
export async function ownMenu(
  db: Pick<Prisma.TransactionClient, 'page' | 'product'>,
  store: Store,
  place: MenuPlace,
): Promise<OwnMenu> {
  const stored = storedMenu(store, place)
  const targets = await findTargets(db, store.id, stored, 'id')
  return { place, version: store.version, entries: stored.map((entry) => ownEntry(entry, targets)) }
}

function ownEntry({ entries = [], ...entry }: StoredEntry, targets: Targets): OwnEntry {
  const page = entry.page === undefined ? undefined : targets.pages.get(entry.page)
  return {
    ...entry,
    url: page ? `/pages/${page.slug}` : entry.url,
    state: stateOf(entry, targets),
    entries: entries.map((below) => ownEntry(below, targets)),
  }
}

function stateOf({ page, category }: Pick<StoredEntry, 'page' | 'category'>, targets: Targets): EntryState {
  if (page !== undefined) {
    const found = targets.pages.get(page)
    if (!found) return EntryState.GONE
    return found.published ? EntryState.SHOWN : EntryState.DRAFT
  }
  if (category === undefined) return EntryState.SHOWN
  const found = targets.categories.get(categoryKey(category))
  if (!found) return EntryState.GONE
  return found.isActive ? EntryState.SHOWN : EntryState.EMPTY
}
