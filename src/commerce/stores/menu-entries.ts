import type { Store } from '../../generated/prisma/client.ts'
import { type Issue, issueAt } from '../../platform/input/issues.ts'

/** A type alias, so that Prisma's types accept it as JSON. */
export type StoredEntry = {
  label: string
  /** Where it leads, or led when it was saved: earlier versions read nothing else. Empty for a heading. */
  url: string
  /** The name of a category. */
  category?: string
  /** The ID of a page. */
  page?: string
  /** Of the second level. */
  entries?: StoredEntry[]
}

export const MenuPlace = { HEADER: 'HEADER', FOOTER: 'FOOTER' } as const
export type MenuPlace = (typeof MenuPlace)[keyof typeof MenuPlace]

/** Of both levels together. */
export const MAX_MENU_ENTRIES = 50

export const menuColumn = { HEADER: 'headerMenu', FOOTER: 'shopLinks' } as const satisfies Record<
  MenuPlace,
  keyof Store
>

// Only `setMenu`, bundles and `appearanceColumns` write them.
export const storedMenu = (store: Pick<Store, 'headerMenu' | 'shopLinks'>, place: MenuPlace): StoredEntry[] =>
  store[menuColumn[place]] as StoredEntry[]

export const allEntries = (entries: readonly StoredEntry[]): StoredEntry[] =>
  entries.flatMap((entry) => [entry, ...(entry.entries ?? [])])

/**
 * Clients from before menus know of the footer's first level alone, by label and address: what they leave as it was
 * stays what it is, with its second level.
 */
export function withFooterEntries<Columns extends { shopLinks?: { label: string; url: string }[] }>(
  columns: Columns,
  stored: readonly StoredEntry[],
): { columns: Columns; issues: Issue[] } {
  if (columns.shopLinks === undefined) return { columns, issues: [] }
  const left = [...stored]
  const shopLinks = columns.shopLinks.map((link): StoredEntry => {
    const at = left.findIndex(({ label, url }) => label === link.label && url === link.url)
    const [known] = at < 0 ? [] : left.splice(at, 1)
    return known ?? link
  })
  // Headings have no address, so that those clients cannot see them.
  if (shopLinks.length > 0)
    for (const [index, entry] of stored.entries()) if (entry.url === '') shopLinks.splice(index, 0, entry)
  const count = allEntries(shopLinks).length
  const issues =
    count > MAX_MENU_ENTRIES
      ? [issueAt(['appearance', 'links'], `at most ${MAX_MENU_ENTRIES} entries in the footer, both levels`, count)]
      : []
  return { columns: { ...columns, shopLinks }, issues }
}
