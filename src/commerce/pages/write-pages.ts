import { placeBehind } from '../../platform/input/fields.ts'
import { issueAt } from '../../platform/input/issues.ts'
import { differs, given, noRows, type StoreWrite, type Tally } from '../stores/store-write.ts'
import { MAX_PAGES, type PageEntry } from './page-format.ts'
import { withStoredUploads } from './page-pictures.ts'

/** Finds pages by slug. Call it with the store's row locked, since it counts them. */
export async function writePages(
  { tx, storeId, issues }: Pick<StoreWrite, 'tx' | 'storeId' | 'issues'>,
  entries: readonly PageEntry[],
): Promise<Tally> {
  const tally = noRows()
  if (entries.length === 0) return tally
  const rows = await tx.page.findMany({ where: { storeId } })
  const stored = new Map(rows.map((row) => [row.slug, row]))
  const total = new Set([...stored.keys(), ...entries.map(({ slug }) => slug)]).size
  if (total > MAX_PAGES) {
    issues.push(issueAt(['pages'], `at most ${MAX_PAGES} pages in the store`, total))
    return tally
  }
  const places = rows.map(({ position }) => position)
  for (const [index, { slug, ...entry }] of entries.entries()) {
    const row = stored.get(slug)
    const wanted = await withStoredUploads(tx, storeId, given(entry))
    if (!row) {
      const { title, position = placeBehind(places, index) } = wanted
      if (title === undefined) {
        issues.push(issueAt(['pages', index, 'title'], 'one, which a new page needs', title))
        continue
      }
      await tx.page.create({ data: { ...wanted, title, position, storeId, slug } })
      tally.created += 1
    } else if (differs(row, wanted)) {
      const where = { storeId_id: { storeId, id: row.id } }
      await tx.page.update({ where, data: { ...wanted, version: { increment: 1 } } })
      tally.updated += 1
    } else tally.unchanged += 1
  }
  return tally
}
