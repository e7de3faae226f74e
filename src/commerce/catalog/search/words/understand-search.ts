import type { Context } from '../../../../api/context.ts'
import { readContent } from '../../../stores/read-content.ts'
import type { ProductFilter } from '../product-filter.ts'
import { likeWords } from '../words.sql.ts'
import { beginningWith, inParts, type LikeWords, lexeme, type SearchQuery, searchQuery } from './search-query.ts'
import { distance, isShort, letterBits, typosAllowed } from './typos.ts'
import { otherForms, type SoughtWord } from './words.ts'

const MAX_LIKE = 20

/** Null for a search without words. */
export async function understandSearch(context: Context, search: ProductFilter['search']): Promise<SearchQuery | null> {
  if (!search || search.words.length === 0) return null
  const { store } = context
  const sought = search.words.filter(({ word, isWhole }) => isWhole && typosAllowed(word) > 0)
  const checked = sought.map(({ word }) => word)
  const rows =
    checked.length === 0
      ? []
      : await readContent(
          context,
          likeWords,
          checked.map((_, at) => at),
          sought.map((word) => wordAsSpelt(store.id, word)),
          checked.map((word) => [...word].length),
          checked.map(letterBits),
          checked.map(typosAllowed),
        )
  const like = new Map(
    checked.map((word, at) => [
      word,
      nearest(
        word,
        rows.filter((row) => row.at === at).map((row) => row.word),
      ),
    ]),
  )
  return searchQuery(store.id, search.text, search.words, like)
}

const wordAsSpelt = (storeId: string, { word, joined }: SoughtWord): string =>
  [
    ...beginningWith(storeId, [word, inParts(word), ...joined]),
    ...otherForms(word).flatMap((form) => [lexeme(storeId, form), lexeme(storeId, inParts(form))]),
  ].join('|')

function nearest(word: string, known: readonly string[]): LikeWords {
  const most = typosAllowed(word)
  const candidates = isShort(word) ? known.filter((other) => [...other][0] === [...word][0]) : known
  const distances = candidates.map((other) => ({ other, ...distance(word, other) }))
  const pick = (which: 'whole' | 'beginning') =>
    distances
      .filter((found) => found[which] <= most)
      .sort((a, b) => a[which] - b[which] || a.other.length - b.other.length)
      .slice(0, MAX_LIKE)
      .map(({ other }) => other)
  return { whole: pick('whole'), beginning: isShort(word) ? [] : pick('beginning') }
}
