import { mayBrowse } from '../../api/admission/admission.ts'
import type { Context } from '../../api/context.ts'
import { listCategories } from '../catalog/list-categories.ts'
import { categoryKey } from '../catalog/product.ts'
import { findPublishedPages } from '../pages/pages.sql.ts'
import { allEntries, type MenuPlace, type StoredEntry, storedMenu } from '../stores/menu-entries.ts'
import { categoryPath } from './menu-targets.ts'

export interface ShownEntry {
  label: string
  /** Null for a heading. */
  url: string | null
  /** The name of a category. */
  category: string | null
  /** The slug of a page. */
  page: string | null
  entries: ShownEntry[]
}

interface Known {
  /** Slugs by ID. */
  pages: ReadonlyMap<string, string>
  /** Names by key. */
  categories: ReadonlyMap<string, string>
}

/**
 * Without what leads nowhere: deleted pages and drafts, and categories without an active product or behind the
 * password. What stood below it stays, under a heading.
 */
export async function shownMenu(context: Context, place: MenuPlace): Promise<ShownEntry[]> {
  const stored = storedMenu(context.store, place)
  const all = allEntries(stored)
  const ids = all.flatMap(({ page }) => page ?? [])
  const namesCategories = all.some(({ category }) => category !== undefined)
  const pages = ids.length === 0 ? [] : await findPublishedPages(context, ids)
  const categories = namesCategories && (await mayBrowse(context)) ? await listCategories(context) : []
  const known = {
    pages: new Map(pages.map(({ id, slug }) => [id, slug])),
    categories: new Map(categories.map(({ name }) => [categoryKey(name), name])),
  }
  return stored.flatMap((entry) => shownEntry(entry, known))
}

function shownEntry({ label, url, category, page, entries: below = [] }: StoredEntry, known: Known): ShownEntry[] {
  const entries = below.flatMap((entry) => shownEntry(entry, known))
  const slug = page === undefined ? undefined : known.pages.get(page)
  const name = category === undefined ? undefined : known.categories.get(categoryKey(category))
  const leadsTo =
    page === undefined && category === undefined
      ? url || null
      : slug !== undefined
        ? `/pages/${slug}`
        : name === undefined
          ? null
          : categoryPath(name)
  if (leadsTo === null && entries.length === 0) return []
  return [{ label, url: leadsTo, category: name ?? null, page: slug ?? null, entries }]
}

/** The footer's first level, for clients that know no menus. */
export const footerLinks = async (context: Context): Promise<{ label: string; url: string }[]> =>
  (await shownMenu(context, 'FOOTER')).flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]))

/** All that the footer leads to. */
export const allFooterLinks = async (context: Context): Promise<{ label: string; url: string }[]> =>
  (await shownMenu(context, 'FOOTER'))
    .flatMap((entry) => [entry, ...entry.entries])
    .flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]))
