import type { Context } from '../graphql/context.ts'
import { storeStatement } from '../platform/database/store-statement.ts'
import { readContent } from '../stores/read-content.ts'

export const MAX_CATEGORIES = 500

export interface Category {
  /** As its first product spells it. */
  name: string
  count: number
  image: string | null
}

const ORDER = 'display_order, created_at DESC, id DESC'
const inCategory = 'store_id = $1 AND active AND category_key = listed.category_key'

const categories = storeStatement<Category>(
  'categories',
  `SELECT named.category AS name, listed.count, pictured.image
   FROM (
     SELECT category_key, count(*)::int AS count FROM products
     WHERE store_id = $1 AND active AND category_key <> ''
     GROUP BY category_key ORDER BY category_key LIMIT ${MAX_CATEGORIES}
   ) AS listed
   CROSS JOIN LATERAL (SELECT category FROM products WHERE ${inCategory} ORDER BY ${ORDER} LIMIT 1) AS named
   LEFT JOIN LATERAL (
     SELECT images[1] AS image FROM products WHERE ${inCategory} AND images[1] IS NOT NULL ORDER BY ${ORDER} LIMIT 1
   ) AS pictured ON true
   ORDER BY listed.category_key`,
)

export const listCategories = (context: Context): Promise<Category[]> => readContent(context, categories)
