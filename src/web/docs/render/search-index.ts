import type { SearchIndex } from '../browser/find.ts'
import { kinds, type Page } from './page.ts'

/** What the browser's search is made of: texts only, since an index of them would be larger. */
export function searchIndex(pages: readonly Page[]): SearchIndex {
  return {
    kinds: [...kinds],
    pages: pages.map(({ path, title }) => [path, title]),
    entries: pages.flatMap(({ sections }, index) =>
      sections.flatMap(({ anchor, entry }): SearchIndex['entries'] =>
        entry ? [[index, anchor === entry.title ? 0 : anchor, entry.title, kinds.indexOf(entry.kind), entry.text]] : [],
      ),
    ),
  }
}
