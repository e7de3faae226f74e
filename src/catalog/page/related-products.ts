import type { Context } from '../../graphql/context.ts'
import { defineLoader } from '../../graphql/schema/loader.ts'
import { storeStatement } from '../../platform/database/store-statement.ts'
import { pageSize } from '../../platform/pagination.ts'
import { readContent } from '../../stores/read-content.ts'
import { type StorefrontProduct, shownColumns } from '../storefront-product.ts'

export const MAX_RELATED = 20
export const USUAL_RELATED = 8

const CANDIDATES = 100

interface Row extends StorefrontProduct {
  relatedTo: string
}

const IN_ORDER = 'display_order, created_at DESC, id DESC'
const firstWhere = (condition: string) =>
  `(SELECT id, name, category_key, brand, display_order, created_at FROM products
    WHERE store_id = $1 AND active AND ${condition} ORDER BY ${IN_ORDER} LIMIT ${CANDIDATES})`

const ofProducts = storeStatement<Row>(
  'related products',
  `SELECT source.id AS "relatedTo", shown.*
   FROM products AS source
   CROSS JOIN LATERAL (
     SELECT array_remove(regexp_split_to_array(regexp_replace(lower(source.name), '\\m\\w{1,3}\\M', ' ', 'g'), '\\W+'), '')
       AS long_words
   ) AS named
   CROSS JOIN LATERAL (
     SELECT id, display_order, created_at,
       2 * (category_key <> '' AND category_key = source.category_key)::int
         + 2 * (brand <> '' AND brand = source.brand)::int
         + (regexp_split_to_array(lower(name), '\\W+') && named.long_words)::int AS likeness
     FROM (
       ${firstWhere('category_key = source.category_key')} UNION ${firstWhere("brand = source.brand AND brand <> ''")}
     ) AS candidate
     WHERE id <> source.id
     ORDER BY likeness DESC, ${IN_ORDER} LIMIT $3
   ) AS nearest
   CROSS JOIN LATERAL (SELECT ${shownColumns} FROM products WHERE store_id = $1 AND id = nearest.id) AS shown
   WHERE source.store_id = $1 AND source.id = ANY ($2::uuid[]) AND nearest.likeness > 0
   ORDER BY source.id, nearest.likeness DESC, nearest.display_order, nearest.created_at DESC, nearest.id DESC`,
)

interface Key {
  id: string
  size: number
}

const related = defineLoader<Key, StorefrontProduct[], string>(
  async (context, keys) => {
    const ids = [...new Set(keys.map(({ id }) => id))]
    const rows = await readContent(context, ofProducts, ids, Math.max(...keys.map(({ size }) => size)))
    const found = new Map(ids.map((id) => [id, [] as Row[]]))
    for (const row of rows) found.get(row.relatedTo)?.push(row)
    return keys.map(({ id, size }) => found.get(id)?.slice(0, size) ?? [])
  },
  ({ id, size }) => `${id}:${size}`,
)

/** Many products share one statement. @throws Problem BAD_USER_INPUT when `first` is out of bounds */
export const relatedProducts = async (
  context: Context,
  { id }: Pick<StorefrontProduct, 'id'>,
  first: number | null | undefined,
): Promise<StorefrontProduct[]> =>
  related(context).load({ id, size: pageSize({ first: first ?? USUAL_RELATED }, MAX_RELATED) })
