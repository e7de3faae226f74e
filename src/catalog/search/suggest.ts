import type { Context } from '../../graphql/context.ts'
import { PLANNED_ANEW } from '../../platform/database/statements.ts'
import { storeStatement } from '../../platform/database/store-statement.ts'
import { Problem } from '../../platform/problem.ts'
import { readContent } from '../../stores/read-content.ts'
import { productFilter } from './product-filter.ts'
import { understandSearch } from './words/understand-search.ts'

export const MAX_SUGGESTIONS = 10
const MAX_CATEGORIES = 3

export interface Suggestion {
  kind: 'PRODUCT' | 'CATEGORY'
  text: string
  /** Null for a category. */
  slug: string | null
}

const suggestions = storeStatement<Suggestion>(
  'suggestions',
  `${PLANNED_ANEW} WITH named AS MATERIALIZED (
     SELECT product_id, category_key, category, words @@ $3::tsquery AS is_category,
       words @@ $2::tsquery AS is_name, name_key,
       (10000 * ts_rank(words, $4::tsquery))::int + CASE WHEN starts_with(name_key, $5) THEN 10000 ELSE 0 END AS score
     FROM product_search
     WHERE store_id = $1 AND active AND (words @@ $2::tsquery OR words @@ $3::tsquery)
   ), categories AS (
     SELECT min(category) AS text, count(*) AS count FROM named WHERE is_category AND category_key <> ''
     GROUP BY category_key ORDER BY count DESC, text LIMIT least($6::int, ${MAX_CATEGORIES})
   ), names AS (
     SELECT product_id, score, name_key FROM named WHERE is_name
     ORDER BY score DESC, length(name_key), name_key, product_id LIMIT $6::int
   )
   SELECT 'CATEGORY' AS kind, text, NULL AS slug, 0 AS part, -count AS rank, '' AS name_key FROM categories
   UNION ALL
   SELECT 'PRODUCT', products.name, products.slug, 1, -score, name_key
   FROM names JOIN products ON products.store_id = $1 AND products.id = names.product_id
   ORDER BY part, rank, name_key, text LIMIT $6::int`,
)

/** Names containing the text, categories first. @throws Problem BAD_USER_INPUT */
export async function suggest(
  context: Context,
  { q, first }: { q: string; first?: number | null | undefined },
): Promise<Suggestion[]> {
  const take = first ?? MAX_SUGGESTIONS
  if (take < 1 || take > MAX_SUGGESTIONS) {
    throw new Problem('BAD_USER_INPUT', `first must be between 1 and ${MAX_SUGGESTIONS}`, { field: 'first' })
  }
  const { search } = productFilter(context.store, { search: q })
  const query = await understandSearch(context, search)
  if (!query) return []
  return readContent(context, suggestions, query.names, query.categories, query.any, query.plain, take)
}
