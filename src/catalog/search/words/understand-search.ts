import type { Context } from '../../../graphql/context.ts'
import { PLANNED_ANEW } from '../../../platform/database/statements.ts'
import { storeStatement } from '../../../platform/database/store-statement.ts'
import { readContent } from '../../../stores/read-content.ts'
import type { ProductFilter } from '../product-filter.ts'
import { beginningWith, inParts, type LikeWords, lexeme, type SearchQuery, searchQuery } from './search-query.ts'
import { distance, letterBits, typosAllowed } from './typos.ts'
import { otherForms, type SoughtWord } from './words.ts'

const MAX_COMPARED = 5_000
const MAX_LIKE = 20

/** Newest products checked for a word before the index, which would list all matches. */
const SAMPLE = 200

/** Similar words of the store, unless a product has the word, its singular or plural, or an extension of it. */
const likeWords = storeStatement<{ at: number; word: string }>(
  'words like those of a search',
  `${PLANNED_ANEW} SELECT sought.at, known.word
   FROM (
     SELECT * FROM unnest($2::int[], $3::text[], $4::int[], $5::int[], $6::int[]) AS word (at, query, length, letters, typos)
     WHERE NOT EXISTS (
       SELECT 1 FROM (
         SELECT words FROM product_search WHERE store_id = $1 AND active
         ORDER BY created_at DESC, product_id DESC LIMIT ${SAMPLE}
       ) AS newest WHERE newest.words @@ word.query::tsquery
     ) OFFSET 0
   ) AS sought
   CROSS JOIN LATERAL (
     SELECT word FROM search_words
     WHERE store_id = $1 AND length >= sought.length - sought.typos
       AND bit_count((sought.letters & ~letters)::bit(32)) <= sought.typos
     ORDER BY length LIMIT ${MAX_COMPARED}
   ) AS known
   WHERE NOT EXISTS (
     SELECT 1 FROM product_search AS s WHERE s.store_id = $1 AND s.active AND s.words @@ sought.query::tsquery
   )`,
)

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
  const distances = known.map((other) => ({ other, ...distance(word, other) }))
  const pick = (which: 'whole' | 'beginning') =>
    distances
      .filter((found) => found[which] <= most)
      .sort((a, b) => a[which] - b[which] || a.other.length - b.other.length)
      .slice(0, MAX_LIKE)
      .map(({ other }) => other)
  return { whole: pick('whole'), beginning: pick('beginning') }
}
