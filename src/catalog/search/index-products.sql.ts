import { Prisma } from '../../generated/prisma/client.ts'
import { insertionOf, type UpdatableTable } from '../../platform/database/bulk-rows.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { chunks } from '../../stores/import-run.ts'
import { type SearchedProduct, type SearchedVariant, searchRow, wordRow } from './search-row.ts'

const rows = {
  name: 'product_search',
  columns: {
    productId: ['product_id', 'uuid'],
    active: ['active', 'boolean'],
    displayOrder: ['display_order', 'integer'],
    createdAt: ['created_at', 'timestamptz'],
    price: ['price', 'bigint'],
    onSale: ['on_sale', 'boolean'],
    rating: ['rating', 'integer'],
    category: ['category', 'text'],
    categoryKey: ['category_key', 'text'],
    brand: ['brand', 'text'],
    brandKey: ['brand_key', 'text'],
    nameKey: ['name_key', 'text'],
    words: ['words', 'tsvector'],
    productVersion: ['product_version', 'integer'],
    offerIds: ['offer_ids', 'uuid[]'],
    offerPrices: ['offer_prices', 'bigint[]'],
    offerOptions: ['offer_options', 'jsonb[]'],
    offersVersion: ['offers_version', 'integer'],
    wordRules: ['word_rules', 'integer'],
    wordsVersion: ['words_version', 'integer'],
  },
} as const satisfies Omit<UpdatableTable, 'key'>

const wordRows = {
  name: 'search_words',
  columns: { word: ['word', 'text'], length: ['length', 'smallint'], letters: ['letters', 'integer'] },
} as const satisfies Omit<UpdatableTable, 'key'>

const salesRows = {
  name: 'product_sales',
  columns: { productId: ['product_id', 'uuid'], createdAt: ['created_at', 'timestamptz'] },
} as const satisfies Omit<UpdatableTable, 'key'>

const settings = Object.values(rows.columns)
  .map(([column]) => column)
  .filter((column) => column !== 'product_id')
/** What the job has told of the ways to buy a product no longer counts. */
const updated = Prisma.raw(
  [...settings.map((column) => `${column} = EXCLUDED.${column}`), 'told_version = NULL'].join(', '),
)

const WORDS_AT_ONCE = 5_000

interface SearchWrite {
  tx: SqlClient
  storeId: string
}

/**
 * Brings the search index up to date with these products, in the transaction that has changed them. The caller has
 * locked them, or created them.
 */
export async function indexProducts(write: SearchWrite, productIds: readonly string[]): Promise<void> {
  await addWords(write, await indexRows(write, productIds))
}

/**
 * The same, but for the words, which it returns: a transaction that indexes several times adds all of them at its end,
 * because it keeps others with the same new words waiting.
 */
export async function indexRows({ tx, storeId }: SearchWrite, productIds: readonly string[]): Promise<string[]> {
  if (productIds.length === 0) return []
  const products = await tx.$queryRaw<StoredProduct[]>`
    SELECT id, name, description, category, brand, active, display_order AS "displayOrder", created_at AS "createdAt",
      review_count AS "reviewCount", rating_sum AS "ratingSum", version, price::text AS price,
      sale_price::text AS "salePrice", (
        SELECT json_agg(json_build_object('id', id, 'options', options, 'price', price::text,
          'salePrice', sale_price::text))
        FROM variants WHERE store_id = ${storeId}::uuid AND product_id = products.id
      ) AS variants
    FROM products WHERE store_id = ${storeId}::uuid AND id = ANY(${[...productIds]}::uuid[]) ORDER BY id`
  const searched = products.map((product) => searchRow(storeId, productOf(product)))
  const searchRows = searched.map(({ row }) => row)

  await tx.$executeRaw`${insertionOf(storeId, rows, searchRows)}
    ON CONFLICT (store_id, product_id) DO UPDATE SET ${updated}`
  await tx.$executeRaw`${insertionOf(storeId, salesRows, searchRows)} ON CONFLICT (store_id, product_id) DO NOTHING`
  return searched.flatMap(({ words }) => words)
}

/** Adds words to those of the store. In order, so that two transactions never wait for each other. */
export async function addWords({ tx, storeId }: SearchWrite, words: Iterable<string>): Promise<void> {
  for (const { entries } of chunks([...new Set(words)].sort(), WORDS_AT_ONCE)) {
    await tx.$executeRaw`${insertionOf(storeId, wordRows, entries.map(wordRow))}
      ON CONFLICT (store_id, word) DO NOTHING`
  }
}

type AsText<Row> = Omit<Row, 'price' | 'salePrice'> & { price: string | null; salePrice: string | null }

type StoredProduct = Omit<AsText<SearchedProduct>, 'price' | 'variants'> & {
  price: string
  variants: AsText<SearchedVariant>[] | null
}

const amountOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

const productOf = ({ price, salePrice, variants, ...product }: StoredProduct): SearchedProduct => ({
  ...product,
  price: BigInt(price),
  salePrice: amountOf(salePrice),
  variants: (variants ?? []).map(({ price, salePrice, ...variant }) => ({
    ...variant,
    price: amountOf(price),
    salePrice: amountOf(salePrice),
  })),
})

/** Brings the ratings in the search index up to date with the products, whose rows the caller has changed. */
export async function indexRatings({ tx, storeId }: SearchWrite, productIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE product_search AS s SET rating = CASE WHEN p.review_count = 0 THEN 0
      ELSE round(p.rating_sum * 100.0 / p.review_count)::integer END
    FROM products AS p
    WHERE s.store_id = ${storeId}::uuid AND p.store_id = ${storeId}::uuid AND p.id = s.product_id
      AND p.id = ANY(${[...productIds]}::uuid[])`
}
