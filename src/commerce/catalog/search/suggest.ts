import type { Context } from '../../../api/context.ts'
import { Problem } from '../../../platform/problem.ts'
import { readContent } from '../../stores/read-content.ts'
import { productFilter } from './product-filter.ts'
import { understandSearch } from './words/understand-search.ts'
import { type Suggestion, suggestions } from './words.sql.ts'

export const MAX_SUGGESTIONS = 10
/** Names containing the text, categories first, what is sold out last. @throws Problem BAD_USER_INPUT */
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
  // Stock moves with orders, which do not change the store's version.
  context.audience.isVolatile = true
  return readContent(context, suggestions, query.names, query.categories, query.any, query.plain, take)
}
