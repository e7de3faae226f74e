import { setImmediate } from 'node:timers/promises'
import { Prisma } from '../../../../generated/prisma/client.ts'
import { insertionOf, type UpdatableTable } from '../../../../platform/database/bulk-rows.ts'
import type { SqlClient } from '../../../../platform/database/sql.ts'
import { chunks } from '../../../stores/store-write.ts'
import { variantsLeft } from '../../stock/variants-left.sql.ts'
import { HAS_MOVED, OPTIONS_HASH } from '../offers.sql.ts'
import { type SearchedProduct, type SearchedVariant, searchRow, WORD_RULES, wordRow } from './search-row.ts'

// SQL: bulk writes, including columns that Prisma does not know.

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
  .filter((column) => column !== 'product_id' && column !== 'word_rules')
const updated = Prisma.raw(
  [
    ...settings.map((column) => `${column} = EXCLUDED.${column}`),
    'word_rules = coalesce(EXCLUDED.word_rules, product_search.word_rules)',
    'told_version = NULL',
  ].join(', '),
)

const WORDS_AT_ONCE = 5_000

interface SearchWrite {
  tx: SqlClient
  storeId: string
}

/** Reads the products first. In the transaction that changed them, which has locked or created them. */
export async function indexProducts(write: SearchWrite, productIds: readonly string[]): Promise<void> {
  const products = await readProducts(write, productIds)
  await addWords(write, await indexRows(write, products, new Set(productIds)))
  await addSales(write, products)
}

async function readProducts({ tx, storeId }: SearchWrite, productIds: readonly string[]): Promise<SearchedProduct[]> {
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
  return products.map(productOf)
}

/**
 * Of products as they are stored now.
 * @param reworded the ids of those whose words may be new. The others stay of the rules that their words were added by,
 * so that `lockOutdated` finds them after an upgrade.
 * @returns the words of those, to be added once at the end: adding blocks others with the same new words
 */
export async function indexRows(
  { tx, storeId }: SearchWrite,
  products: readonly SearchedProduct[],
  reworded: ReadonlySet<string>,
): Promise<string[]> {
  if (products.length === 0) return []
  const searched: ReturnType<typeof searchRow>[] = []
  // In one order, so that transactions do not deadlock.
  for (const product of products.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    searched.push(searchRow(storeId, product))
    // A long description takes tens of milliseconds: other requests run between two of them.
    await setImmediate()
  }
  await tx.$executeRaw`${insertionOf(
    storeId,
    rows,
    searched.map(({ row }) => ({ ...row, wordRules: reworded.has(row.productId) ? WORD_RULES : null })),
  )}
    ON CONFLICT (store_id, product_id) DO UPDATE SET ${updated}`
  return searched.flatMap(({ row, words }) => (reworded.has(row.productId) ? words : []))
}

/** What is counted as sold, where nothing is counted yet. */
export async function addSales(
  { tx, storeId }: SearchWrite,
  products: readonly Pick<SearchedProduct, 'id' | 'createdAt'>[],
): Promise<void> {
  if (products.length === 0) return
  const sold = products.map(({ id, createdAt }) => ({ productId: id, createdAt }))
  await tx.$executeRaw`${insertionOf(storeId, salesRows, sold)} ON CONFLICT (store_id, product_id) DO NOTHING`
}

/** Sorted, so that transactions do not deadlock. */
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

/** The caller has changed the products' rows. */
export async function indexRatings({ tx, storeId }: SearchWrite, productIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE product_search AS s SET rating = CASE WHEN p.review_count = 0 THEN 0
      ELSE round(p.rating_sum * 100.0 / p.review_count)::integer END
    FROM products AS p
    WHERE s.store_id = ${storeId}::uuid AND p.store_id = ${storeId}::uuid AND p.id = s.product_id
      AND p.id = ANY(${[...productIds]}::uuid[])`
}

interface Batch {
  after: string
  take: number
}

export async function lockOutdated(tx: SqlClient, storeId: string, { after, take }: Batch): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM products AS p
    WHERE store_id = ${storeId}::uuid AND id > ${after}::uuid AND NOT EXISTS (
      SELECT 1 FROM product_search AS s
      WHERE s.store_id = ${storeId}::uuid AND s.product_id = p.id AND s.product_version = p.version
        AND s.offers_version = p.version AND s.words_version = p.version AND s.word_rules = ${WORD_RULES}
        AND s.rating = CASE WHEN p.review_count = 0 THEN 0 ELSE round(p.rating_sum * 100.0 / p.review_count)::int END
    )
    ORDER BY id LIMIT ${take} FOR NO KEY UPDATE OF p`
  return rows.map(({ id }) => id)
}

export async function countEarlierSales(tx: SqlClient, storeId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.$executeRaw`
    UPDATE product_sales SET units = least(sold.units, 2147483647)
    FROM (
      SELECT item.product_id, sum(item.qty) AS units
      FROM order_items AS item JOIN orders ON orders.store_id = ${storeId}::uuid AND orders.id = item.order_id
      WHERE item.store_id = ${storeId}::uuid AND item.product_id = ANY(${[...ids]}::uuid[])
        AND orders.payment_status = 'PAID' AND orders.status <> 'CANCELLED'
      GROUP BY item.product_id
    ) AS sold
    WHERE product_sales.store_id = ${storeId}::uuid AND product_sales.product_id = sold.product_id`
}

/** Rows with outdated stock. @returns the ids of their products in order */
export async function lockMoved(tx: SqlClient, storeId: string, { after, take }: Batch): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT s.product_id AS id FROM product_search AS s
    WHERE s.store_id = ${storeId}::uuid AND s.product_id > ${after}::uuid AND (
      s.told_version IS DISTINCT FROM s.offers_version OR EXISTS (
        SELECT 1 FROM variants WHERE store_id = ${storeId}::uuid AND product_id = s.product_id AND ${HAS_MOVED}
      ) OR EXISTS (
        SELECT 1 FROM products AS p WHERE p.store_id = ${storeId}::uuid AND p.id = s.product_id
          AND p.variants_left IS DISTINCT FROM ${variantsLeft(storeId, 'p.id')}
      )
    )
    ORDER BY s.product_id LIMIT ${take} FOR NO KEY UPDATE OF s SKIP LOCKED`
  return rows.map(({ id }) => id)
}

export async function lockFreeProducts(tx: SqlClient, storeId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM products WHERE store_id = ${storeId}::uuid AND id = ANY(${[...ids]}::uuid[])
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`
  return rows.map(({ id }) => id)
}

export async function writeSoldOut(tx: SqlClient, storeId: string, ids: readonly string[]): Promise<void> {
  // Rows are locked before variants are read, so `sold_out` matches `indexed_sold_out`.
  await tx.$executeRaw`
    WITH outdated AS MATERIALIZED (
      SELECT id FROM variants
      WHERE store_id = ${storeId}::uuid AND product_id = ANY(${[...ids]}::uuid[])
        AND indexed_sold_out IS DISTINCT FROM (stock IS NOT DISTINCT FROM 0)
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    ), indexed AS (
      UPDATE variants SET indexed_sold_out = stock IS NOT DISTINCT FROM 0 FROM outdated
      WHERE variants.store_id = ${storeId}::uuid AND variants.id = outdated.id
      RETURNING variants.id, indexed_sold_out
    )
    UPDATE product_search AS s
    SET options_key = ${OPTIONS_HASH}, sold_out = now.sold_out,
      told_version = CASE WHEN now.is_whole THEN s.offers_version END
    FROM (
      SELECT written.product_id, count(v.id) = count(is_sold_out) AS is_whole,
        coalesce(array_agg(v.id ORDER BY array_position(written.offer_ids, v.id)) FILTER (WHERE is_sold_out), '{}') AS sold_out
      FROM product_search AS written
      LEFT JOIN (
        SELECT variants.product_id, variants.id, coalesce(indexed.indexed_sold_out, variants.indexed_sold_out) AS is_sold_out
        FROM variants LEFT JOIN indexed ON indexed.id = variants.id
        WHERE variants.store_id = ${storeId}::uuid AND variants.product_id = ANY(${[...ids]}::uuid[])
      ) AS v ON v.product_id = written.product_id
      WHERE written.store_id = ${storeId}::uuid AND written.product_id = ANY(${[...ids]}::uuid[])
      GROUP BY written.product_id
    ) AS now
    WHERE s.store_id = ${storeId}::uuid AND s.product_id = now.product_id`
}
