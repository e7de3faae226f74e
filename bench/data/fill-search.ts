import { WORD_RULES } from '../../src/commerce/catalog/search/index/search-row.ts'
import { type SqlRunner, settle } from './fill.ts'

const TEAS = ['assam', 'darjeeling', 'nilgiri', 'keemun', 'sencha', 'gyokuro', 'oolong', 'rooibos', 'jasmine', 'matcha']
const GRADES = ['golden', 'broken', 'whole', 'silver', 'smoked', 'roasted', 'frosted', 'spring', 'autumn', 'monsoon']
const SIZES = ['50g', '100g', '250g']

const arrayOf = (words: readonly string[]) => `ARRAY[${words.map((word) => `'${word}'`).join(', ')}]`

/**
 * Products of which each word of a name is in a tenth, brands in a two-hundredth and categories in a fiftieth, each in
 * three sizes; every seventh size is sold out, and `addSearchRows` says so.
 */
export async function addCatalogue(client: SqlRunner, storeId: string, count: number): Promise<void> {
  const id = "('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid"
  await client.query(
    `INSERT INTO products (store_id, id, slug, name, description, price, sale_price, category, category_key, brand, images,
       display_order, created_at, updated_at, variants_left)
     SELECT $1, ${id}, 'tea-' || n,
       initcap((${arrayOf(TEAS)})[1 + n % 10] || ' ' || (${arrayOf(GRADES)})[1 + n / 10 % 10]) || ' estate ' || n / 100 % 500,
       'Whole leaves from a garden on the northern slopes, picked in the morning and rolled by hand. Steep for four minutes.',
       (200 + n % 800) * 100, CASE WHEN n % 3 = 0 THEN (150 + n % 50) * 100 END,
       'Category ' || n % 50, 'category ' || n % 50, 'Brand ' || n * 7 % 200, '{}', 0,
       '2026-01-01'::timestamptz - n * interval '1 minute', now(), true
     FROM generate_series(1, $2::int) AS n`,
    [storeId, count],
  )
  await client.query(
    `INSERT INTO variants (store_id, id, product_id, options, options_key, price, stock, indexed_sold_out, position)
     SELECT $1, gen_random_uuid(), ${id}, json_build_object('size', size), '{"size":"' || size || '"}',
       (200 + n % 800) * 100 * at, CASE WHEN (n + at) % 7 = 0 THEN 0 ELSE 1000000 END, (n + at) % 7 = 0, at - 1
     FROM generate_series(1, $2::int) AS n, unnest(${arrayOf(SIZES)}) WITH ORDINALITY AS sizes (size, at)`,
    [storeId, count],
  )
}

/** The six digits of the store's id that its words begin with. */
const PREFIX = 'right(p.store_id::text, 6)'

/** What every two neighbouring words of a name make together. */
const inParts = `
  SELECT '+' || word || next AS word, '1A' AS place FROM (
    SELECT word, lead(word) OVER (ORDER BY at) AS next
    FROM regexp_split_to_table(lower(p.name), '[^a-z0-9]+') WITH ORDINALITY AS parts (word, at)
  ) AS neighbours WHERE next IS NOT NULL AND NOT (word ~ '[0-9]$' AND next ~ '^[0-9]')`

const FIELDS = [
  ['p.name', '1A'],
  ['p.category', '2B'],
  ['p.brand', '3C'],
  ['p.description', '4,5'],
] as const

/**
 * The search rows of all products that have none, as the service would write them for English words, and after a run of
 * the job that indexes what is sold out.
 */
export async function addSearchRows(client: SqlRunner): Promise<void> {
  const words = FIELDS.map(
    ([field, place]) => `
      SELECT word, '${place}' AS place FROM regexp_split_to_table(lower(${field}), '[^a-z0-9]+') AS word WHERE word <> ''`,
  )
    .concat(inParts)
    .join(' UNION ')
  await client.query(
    `INSERT INTO product_search (store_id, product_id, active, display_order, created_at, price, on_sale, rating, category,
       category_key, brand, brand_key, name_key, words, product_version,
       offer_ids, offer_prices, offer_options, offers_version, word_rules, words_version, sold_out, options_key, told_version)
     SELECT p.store_id, p.id, p.active, p.display_order, p.created_at, offers.prices[1], coalesce(p.sale_price < p.price, false),
       CASE WHEN p.review_count = 0 THEN 0 ELSE round(p.rating_sum * 100.0 / p.review_count)::int END,
       p.category, p.category_key, p.brand, lower(p.brand), lower(regexp_replace(p.name, '[^a-zA-Z0-9]+', ' ', 'g')),
       (SELECT string_agg(${PREFIX} || word || ':' || places, ' ') FROM (
         SELECT word, string_agg(place, ',') AS places FROM (${words}) AS placed GROUP BY word
       ) AS found)::tsvector, p.version, offers.ids, offers.prices, offers.options, p.version, ${WORD_RULES}, p.version,
       offers.sold_out, hash_array_extended(offers.options, 0), p.version
     FROM products AS p JOIN (
       SELECT store_id, product_id, array_agg(id ORDER BY asked, options::text COLLATE "C") AS ids,
         array_agg(asked ORDER BY asked, options::text COLLATE "C") AS prices,
         array_agg(options ORDER BY asked, options::text COLLATE "C") AS options,
         coalesce(array_agg(id ORDER BY asked, options::text COLLATE "C") FILTER (WHERE indexed_sold_out), '{}') AS sold_out
       FROM (
         SELECT p.store_id, p.id AS product_id, coalesce(v.id, p.id) AS id, v.indexed_sold_out, coalesce(v.options, '{}') AS options,
           CASE WHEN v.price IS NULL THEN least(p.price, coalesce(v.sale_price, p.sale_price))
             ELSE least(v.price, v.sale_price) END AS asked
         FROM products AS p LEFT JOIN variants AS v ON v.store_id = p.store_id AND v.product_id = p.id
       ) AS offer GROUP BY store_id, product_id
     ) AS offers ON offers.store_id = p.store_id AND offers.product_id = p.id
     WHERE NOT EXISTS (SELECT 1 FROM product_search AS s WHERE s.store_id = p.store_id AND s.product_id = p.id)`,
  )
  await client.query(
    `INSERT INTO product_sales (store_id, product_id, created_at, units)
     SELECT store_id, id, created_at, 0 FROM products ON CONFLICT (store_id, product_id) DO NOTHING`,
  )
  await client.query(
    `INSERT INTO search_words (store_id, word, length, letters)
     SELECT store_id, word, length(word), (
       SELECT bit_or(1 << (ascii(letter) % 31)) FROM unnest(string_to_array(word, NULL)) AS letter
     ) FROM (
       SELECT DISTINCT store_id, ltrim(substr(lexeme, 7), '+') AS word FROM product_search CROSS JOIN unnest(words)
     ) AS known ON CONFLICT (store_id, word) DO NOTHING`,
  )
}

export async function fillCatalogue(client: SqlRunner, storeId: string, products: number): Promise<void> {
  await addCatalogue(client, storeId, products)
  await addSearchRows(client)
  await settle(client)
}
