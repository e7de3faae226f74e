import type { Prisma } from '../../generated/prisma/client.ts'
import { type Issue, issueAt, type Path } from '../../platform/input/issues.ts'
import { isUuid } from '../../platform/uuid.ts'
import { categoryKey } from '../catalog/product.ts'
import type { StoredEntry } from '../stores/menu-entries.ts'
import type { MenuEntry } from './menu-format.ts'

type Db = Pick<Prisma.TransactionClient, 'page' | 'product'>

export interface Targets {
  /** By the name that entries call them by: ID or slug. */
  pages: ReadonlyMap<string, { id: string; slug: string; title: string; published: boolean }>
  /** Keys of categories that products have, with whether an active one is among them. */
  categories: ReadonlyMap<string, { isActive: boolean }>
}

interface Named {
  category?: string | null | undefined
  page?: string | null | undefined
  entries?: readonly Named[] | null | undefined
}

const flat = (entries: readonly Named[]): Named[] => entries.flatMap((entry) => [entry, ...(entry.entries ?? [])])

/** A statement for pages and one for categories, where there are any. */
export async function findTargets(
  db: Db,
  storeId: string,
  entries: readonly Named[],
  by: 'id' | 'slug',
): Promise<Targets> {
  const all = flat(entries)
  const names = all.flatMap(({ page }) => (page == null || (by === 'id' && !isUuid(page)) ? [] : [page]))
  const keys = all.flatMap(({ category }) => (category == null ? [] : [categoryKey(category)]))
  const pages =
    names.length === 0
      ? []
      : await db.page.findMany({
          where: { storeId, [by]: { in: names } },
          select: { id: true, slug: true, title: true, published: true },
        })
  const products =
    keys.length === 0
      ? []
      : await db.product.groupBy({ by: ['categoryKey', 'active'], where: { storeId, categoryKey: { in: keys } } })
  const active = new Set(products.flatMap(({ categoryKey, active }) => (active ? [categoryKey] : [])))
  return {
    pages: new Map(pages.map((page) => [page[by], page])),
    categories: new Map(products.map(({ categoryKey }) => [categoryKey, { isActive: active.has(categoryKey) }])),
  }
}

/** As they are stored, with what leads nowhere among the issues. */
export function storedEntries(
  path: Path,
  entries: readonly MenuEntry[],
  targets: Targets,
): { stored: StoredEntry[]; issues: Issue[] } {
  const issues: Issue[] = []
  const stored = entries.map(({ label, category, page, url, entries: below }, index): StoredEntry => {
    const at = [...path, index]
    const found = page == null ? undefined : targets.pages.get(page)
    if (page != null && !found) issues.push(issueAt([...at, 'page'], 'a page of the store', page))
    if (category != null && !targets.categories.has(categoryKey(category)))
      issues.push(issueAt([...at, 'category'], 'a category that a product of the store has', category))
    const nested = storedEntries([...at, 'entries'], below ?? [], targets)
    issues.push(...nested.issues)
    return {
      label,
      url: url?.trim() ?? (found ? `/pages/${found.slug}` : category == null ? '' : categoryPath(category)),
      ...(category != null && { category }),
      ...(found && { page: found.id }),
      ...(nested.stored.length > 0 && { entries: nested.stored }),
    }
  })
  return { stored, issues }
}

/** A path of the shop. */
export const categoryPath = (name: string): string => `/c/${encodeURIComponent(name)}`
