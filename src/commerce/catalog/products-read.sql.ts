import type { Product, Variant } from '../../generated/prisma/client.ts'
import { MOST_COUNTED } from '../../platform/counted-page.ts'
import { columnsOf, storeStatement } from '../../platform/database/store-statement.ts'
import type { ProductAttribute } from './page/product-details.ts'
import type { ProductPicture } from './pictures.ts'
import type { ProductVariant } from './product.ts'
import { type StorefrontProduct, shownColumns } from './storefront-product.ts'

// SQL: the reads of shoppers' pages, for which Prisma takes several times as long.

const IN_ORDER = 'display_order, created_at DESC, id DESC'

type ListedProduct = StorefrontProduct & Pick<Product, 'displayOrder' | 'createdAt'>

const ORDERED = `ORDER BY ${IN_ORDER} LIMIT`

const inStore = `SELECT ${shownColumns}, display_order AS "displayOrder", created_at AS "createdAt"
  FROM products WHERE store_id = $1 AND active`

const inCategory = `${inStore} AND category_key = $3`

/** The two parts of the second statement each read one range of the index, wherever the page begins. */
const pages = (name: string, list: string, cursor: readonly [displayOrder: string, createdAt: string, id: string]) => {
  const [displayOrder, createdAt, id] = cursor
  return {
    first: storeStatement<ListedProduct>(name, `${list} ${ORDERED} $2`),
    behind: storeStatement<ListedProduct>(
      `${name} behind a cursor`,
      `(${list} AND display_order = ${displayOrder} AND (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid) ${ORDERED} $2)
       UNION ALL (${list} AND display_order > ${displayOrder} ${ORDERED} $2)
       ORDER BY "displayOrder", "createdAt" DESC, id DESC LIMIT $2`,
    ),
  }
}

export const productsOfStore = pages('products', inStore, ['$3', '$4', '$5'])

export const productsOfCategory = pages('products of a category', inCategory, ['$4', '$5', '$6'])

export type VariantRow = Omit<ProductVariant, 'product'> & Pick<Variant, 'productId'>

export const variantsOf = storeStatement<VariantRow>(
  'variants',
  `SELECT ${columnsOf(['id', 'productId', 'options', 'optionNames', 'price', 'salePrice', 'stock', 'sku', 'barcode', 'picture'])} FROM variants
   WHERE store_id = $1 AND product_id = ANY ($2::uuid[]) ORDER BY position, id`,
)

export const MAX_CATEGORIES = 500

export interface Category {
  /** As its first product spells it. */
  name: string
  count: number
  image: string | null
}

const ofListedCategory = 'store_id = $1 AND active AND category_key = listed.category_key'

export const categories = storeStatement<Category>(
  'categories',
  `SELECT named.category AS name, listed.count, pictured.image
   FROM (
     SELECT category_key, count(*)::int AS count FROM products
     WHERE store_id = $1 AND active AND category_key <> ''
     GROUP BY category_key ORDER BY category_key LIMIT ${MAX_CATEGORIES}
   ) AS listed
   CROSS JOIN LATERAL (SELECT category FROM products WHERE ${ofListedCategory} ORDER BY ${IN_ORDER} LIMIT 1) AS named
   LEFT JOIN LATERAL (
     SELECT images[1] AS image FROM products WHERE ${ofListedCategory} AND images[1] IS NOT NULL ORDER BY ${IN_ORDER} LIMIT 1
   ) AS pictured ON true
   ORDER BY listed.category_key`,
)

export const productById = storeStatement<StorefrontProduct>(
  'product by id',
  `SELECT ${shownColumns} FROM products WHERE store_id = $1 AND id = $2 AND active`,
)

export const productBySlug = storeStatement<StorefrontProduct>(
  'product by slug',
  `SELECT ${shownColumns} FROM products WHERE store_id = $1 AND slug = $2 AND active`,
)

export const productByFormerSlug = storeStatement<StorefrontProduct>(
  'product by former slug',
  `SELECT ${shownColumns} FROM products WHERE store_id = $1 AND active AND id = (
     SELECT product_id FROM redirects WHERE store_id = $1 AND kind = 'SLUG' AND source = $2
   )`,
)

export const productByEither = storeStatement<StorefrontProduct>(
  'product by id or slug',
  `SELECT ${shownColumns} FROM products WHERE store_id = $1 AND (id = $2::uuid OR slug = $3) AND active
   ORDER BY id = $2::uuid DESC LIMIT 1`,
)

export interface ProductDetails {
  attributes: ProductAttribute[]
  media: ProductPicture[]
  seoTitle: string
  seoDescription: string
  sku: string | null
  barcode: string | null
}

interface DetailsRow extends ProductDetails {
  id: string
}

export const detailsOfProducts = storeStatement<DetailsRow>(
  'details',
  `SELECT ${columnsOf(['id', 'attributes', 'media', 'seoTitle', 'seoDescription', 'sku', 'barcode'])} FROM products
   WHERE store_id = $1 AND id = ANY ($2::uuid[])`,
)

const CANDIDATES = 100

export interface RelatedRow extends StorefrontProduct {
  relatedTo: string
}

const firstWhere = (condition: string) =>
  `(SELECT id, name, category_key, brand, display_order, created_at FROM products
    WHERE store_id = $1 AND active AND ${condition} ORDER BY ${IN_ORDER} LIMIT ${CANDIDATES})`

export const relatedOf = storeStatement<RelatedRow>(
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

const counted = (category: string) =>
  `SELECT count(*)::int AS count FROM (
    SELECT FROM products WHERE store_id = $1 ${category}
    ORDER BY display_order, created_at DESC, id DESC LIMIT ${MOST_COUNTED + 1}
  ) AS counted`

export const countOfStore = storeStatement<{ count: number }>('count of products', counted(''))

export const countOfCategory = storeStatement<{ count: number }>(
  'count of products of a category',
  counted('AND category_key = $2'),
)
