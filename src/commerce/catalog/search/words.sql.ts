import { PLANNED_ANEW } from '../../../platform/database/statements.ts'
import { storeStatement } from '../../../platform/database/store-statement.ts'
import type { Subunits } from '../../../platform/money.ts'

// SQL: words and ranks are computed by PostgreSQL's text search.

const MOST = 1_000_000

export const catalogueSize = storeStatement<{ products: number }>(
  'size of a catalogue',
  `SELECT count(*)::int AS products
   FROM (SELECT 1 FROM product_search WHERE store_id = $1 AND active LIMIT ${MOST}) AS counted`,
)

const MAX_COMPARED = 5_000

/** Newest products checked for a word before the index, which would list all matches. */
const SAMPLE = 200

/** Similar words of the store, unless a product has the word, its singular or plural, or an extension of it. */
export const likeWords = storeStatement<{ at: number; word: string }>(
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

const MAX_CATEGORIES = 3

/** Best matching products among which those that are sold out come last: a look at all would cost each letter that is typed. */
const LOOKED_AT = 100

export interface Suggestion {
  kind: 'PRODUCT' | 'CATEGORY'
  text: string
  /** Null for a category, as what follows. */
  slug: string | null
  /** As it is stored; null without a picture. */
  picture: string | null
  /** In subunits, as for lists of products. */
  priceFrom: Subunits | null
  priceTo: Subunits | null
}

export const suggestions = storeStatement<Suggestion>(
  'suggestions',
  `${PLANNED_ANEW} WITH named AS MATERIALIZED (
     SELECT product_id, category_key, category, words @@ $3::tsquery AS is_category,
       words @@ $2::tsquery AS is_name, name_key, price,
       coalesce(offer_prices[cardinality(offer_prices)], price) AS highest_price,
       (10000 * ts_rank(words, $4::tsquery))::int + CASE WHEN starts_with(name_key, $5) THEN 10000 ELSE 0 END AS score
     FROM product_search
     WHERE store_id = $1 AND active AND (words @@ $2::tsquery OR words @@ $3::tsquery)
   ), categories AS (
     SELECT min(category) AS text, count(*) AS count FROM named WHERE is_category AND category_key <> ''
     GROUP BY category_key ORDER BY count DESC, text LIMIT least($6::int, ${MAX_CATEGORIES})
   ), matching AS MATERIALIZED (
     SELECT product_id, score, name_key, price, highest_price FROM named WHERE is_name
     ORDER BY score DESC, length(name_key), name_key, product_id LIMIT ${LOOKED_AT}
   ), names AS (
     SELECT matching.*, NOT CASE WHEN counted.variants = 0 THEN products.stock IS DISTINCT FROM 0
       ELSE counted.with_units > 0 END AS is_sold_out
     FROM matching JOIN products ON products.store_id = $1 AND products.id = matching.product_id
     CROSS JOIN LATERAL (
       SELECT count(*) AS variants,
         count(*) FILTER (WHERE coalesce(variants.stock, products.stock) IS DISTINCT FROM 0) AS with_units
       FROM variants WHERE variants.store_id = $1 AND variants.product_id = products.id
     ) AS counted
     ORDER BY is_sold_out, score DESC, length(matching.name_key), matching.name_key, product_id LIMIT $6::int
   )
   SELECT 'CATEGORY' AS kind, text, NULL AS slug, NULL AS picture, NULL::bigint AS "priceFrom", NULL::bigint AS "priceTo",
     0 AS part, false AS is_sold_out, -count AS rank, '' AS name_key FROM categories
   UNION ALL
   SELECT 'PRODUCT', products.name, products.slug, products.images[1], names.price, names.highest_price, 1, is_sold_out, -score, name_key
   FROM names JOIN products ON products.store_id = $1 AND products.id = names.product_id
   ORDER BY part, is_sold_out, rank, name_key, text LIMIT $6::int`,
)
