import type pg from 'pg'
import { shownNames } from '../../src/commerce/catalog/storefront-product.ts'
import { snakeCase } from '../../src/platform/text/text.ts'
import type { BareParameters } from './bare-job.ts'

/**
 * What the service answers, made by hand: as few prepared statements as can be, and objects for JSON.stringify. A run
 * checks that both answer the same, so a field that is added to an operation is added here.
 */
interface BareAnswer {
  statements: number
  read(pool: pg.Pool, parameters: BareParameters): Promise<unknown>
}

type Row = Record<string, unknown>

const indexed = (price: string) => `coalesce((
  SELECT ${price} FROM product_search AS s WHERE s.store_id = $1 AND s.product_id = products.id
), least(products.price, products.sale_price))`

const PRICES_ASKED = `${indexed('s.price')} AS price_from,
  ${indexed('coalesce(s.offer_prices[cardinality(s.offer_prices)], s.price)')} AS price_to`

const TEXTS = shownNames.map(snakeCase)

const PRODUCT_COLUMNS = `id, slug, description, price, sale_price, images, review_count, rating_sum, ${TEXTS.join(', ')}`

const rowsOf = async (pool: pg.Pool, name: string, text: string, values: unknown[]): Promise<Row[]> =>
  (await pool.query({ name, text, values })).rows

function groupedBy(rows: Row[], column: string): Map<unknown, Row[]> {
  const groups = new Map<unknown, Row[]>()
  for (const row of rows) groups.set(row[column], [...(groups.get(row[column]) ?? []), row])
  return groups
}

const mainUnits = (subunits: unknown) => (subunits === null ? null : Number(subunits) / 100)
const average = ({ review_count: count, rating_sum: sum }: Row) =>
  Number(count) === 0 ? 0 : Math.round((Number(sum) / Number(count)) * 100) / 100
const lowerCase = (status: unknown) => String(status).toLowerCase()

const listed = (pool: pg.Pool, { storeId }: BareParameters) =>
  rowsOf(
    pool,
    'products',
    `SELECT ${PRODUCT_COLUMNS}, ${PRICES_ASKED} FROM products WHERE store_id = $1 AND active
     ORDER BY display_order, created_at DESC, id DESC LIMIT 100`,
    [storeId],
  )

const restProduct = (row: Row) => ({
  id: row.id,
  slug: row.slug,
  description: row.description,
  price: mainUnits(row.price),
  sale_price: mainUnits(row.sale_price),
  price_from: mainUnits(row.price_from),
  price_to: mainUnits(row.price_to),
  currency: 'INR',
  images: row.images,
  ...Object.fromEntries(TEXTS.map((name) => [name, row[name]])),
  rating: rating(row),
})

const rating = (row: Row) => ({ average: average(row), count: row.review_count })

function graphqlProduct(row: Row) {
  const { sale_price: salePrice, price_from: _, price_to: __, rating, ...rest } = restProduct(row)
  return { ...rest, salePrice, reviewSummary: rating }
}

const restReview = (row: Row) => ({
  id: row.id,
  reviewer_name: row.reviewer_name,
  rating: row.rating,
  title: row.title,
  body: row.body,
  verified: row.verified,
  created_at: row.created_at,
})

/** Rows of this run all have the owner's order, which is a list of texts in the database. */
const orderedOptions = ({ options, option_names: names }: Row) =>
  options && Object.fromEntries((names as string[]).map((name) => [name, Reflect.get(options, name)]))

const restOrder = (row: Row, items: Row[]) => ({
  order_no: row.order_no,
  items: items.map((item) => ({
    product_id: item.product_id,
    name: item.name,
    variant: orderedOptions(item),
    price: mainUnits(item.unit_price),
    qty: item.qty,
  })),
  subtotal: mainUnits(row.subtotal),
  shipping_fee: mainUnits(row.shipping_fee),
  discount_amount: mainUnits(row.discount_amount),
  loyalty_discount: mainUnits(row.loyalty_discount),
  tax: mainUnits(row.tax_amount),
  gst_inclusive: row.tax_inclusive,
  total: mainUnits(row.total),
  refunded_amount: mainUnits(row.refunded_amount),
  currency: row.currency,
  status: lowerCase(row.status),
  payment_status: lowerCase(row.payment_status),
  created_at: row.created_at,
})

function itemsOf(pool: pg.Pool, storeId: string, orderIds: unknown[]): Promise<Row[]> {
  const text = `SELECT order_id, product_id, name, options, option_names, unit_price, qty FROM order_items
    WHERE store_id = $1 AND order_id = ANY ($2::uuid[]) ORDER BY order_id, position`
  return rowsOf(pool, 'items', text, [storeId, orderIds])
}

export const bareAnswers = {
  products: {
    statements: 1,
    async read(pool, parameters) {
      const products = (await listed(pool, parameters)).map(restProduct)
      return { products, next: null, total: products.length }
    },
  },

  productsWithReviews: {
    statements: 2,
    async read(pool, parameters) {
      const products = await listed(pool, parameters)
      const reviews = await rowsOf(
        pool,
        'newest reviews',
        `SELECT newest.* FROM unnest($2::uuid[]) AS product (id) CROSS JOIN LATERAL (
           SELECT id, product_id, reviewer_name, rating, title, body, created_at FROM reviews
           WHERE store_id = $1 AND product_id = product.id AND status = 'APPROVED'
           ORDER BY created_at DESC, id DESC LIMIT 5) AS newest`,
        [parameters.storeId, products.map(({ id }) => id)],
      )
      const byProduct = groupedBy(reviews, 'product_id')
      const nodes = products.map((row) => ({
        ...graphqlProduct(row),
        reviews: { nodes: (byProduct.get(row.id) ?? []).map(graphqlReview) },
      }))
      return { data: { products: { nodes } } }
    },
  },

  reviews: {
    statements: 1,
    async read(pool, { storeId, productId }) {
      const rows = await rowsOf(
        pool,
        'reviews',
        `SELECT review.*, product.review_count, product.rating_sum FROM products product
         JOIN reviews review ON review.store_id = product.store_id AND review.product_id = product.id
         WHERE product.store_id = $1 AND product.id = $2 AND product.active AND review.status = 'APPROVED'
         ORDER BY review.created_at DESC, review.id DESC LIMIT 100`,
        [storeId, productId],
      )
      const [first] = rows
      const summary = { count: first?.review_count, average: first && average(first) }
      return { reviews: rows.map(restReview), ...summary, next: null }
    },
  },

  product: {
    statements: 1,
    async read(pool, { storeId, productId }) {
      const text = `SELECT ${PRODUCT_COLUMNS} FROM products WHERE store_id = $1 AND id = $2 AND active`
      const [row] = await rowsOf(pool, 'product', text, [storeId, productId])
      return { data: { product: row ? graphqlProduct(row) : null } }
    },
  },

  orders: {
    statements: 2,
    async read(pool, { storeId, customerId }) {
      const text = `SELECT * FROM orders WHERE store_id = $1 AND customer_id = $2
        ORDER BY created_at DESC, id DESC LIMIT 100`
      const orders = await rowsOf(pool, 'orders', text, [storeId, customerId])
      const orderIds = orders.map(({ id }) => id)
      const items = groupedBy(await itemsOf(pool, storeId, orderIds), 'order_id')
      return { orders: orders.map((order) => restOrder(order, items.get(order.id) ?? [])), next: null }
    },
  },

  trackOrder: {
    statements: 2,
    async read(pool, { storeId, orderNo }) {
      const text = 'SELECT * FROM orders WHERE store_id = $1 AND order_no = $2'
      const [order] = await rowsOf(pool, 'order', text, [storeId, orderNo])
      if (!order) throw new Error(`There is no order ${orderNo}`)
      const { buyer_name, updated_at } = order
      const shown = { ...restOrder(order, await itemsOf(pool, storeId, [order.id])), buyer_name, updated_at }
      return { order: shown, businessName: 'Bench Tea House' }
    },
  },

  me: {
    statements: 1,
    async read(pool, { storeId, customerId }) {
      const text = 'SELECT * FROM customers WHERE store_id = $1 AND id = $2'
      const [row] = await rowsOf(pool, 'customer', text, [storeId, customerId])
      if (!row) throw new Error('There is no such customer')
      const { id, name, email, phone, address, referral_code } = row
      return { customer: { id, name, email, phone, address, referral_code } }
    },
  },

  wishlist: {
    statements: 1,
    async read(pool, { storeId, customerId }) {
      const rows = await rowsOf(
        pool,
        'wishlist',
        `SELECT products.*, ${PRICES_ASKED} FROM wishlist_items item
         JOIN products ON products.store_id = item.store_id AND products.id = item.product_id
         WHERE item.store_id = $1 AND item.customer_id = $2 AND products.active
         ORDER BY item.created_at DESC, item.product_id DESC LIMIT 200`,
        [storeId, customerId],
      )
      return { wishlist: rows.map(restWish), next: null }
    },
  },
} as const satisfies Record<string, BareAnswer>

export type BareAnswerName = keyof typeof bareAnswers

function graphqlReview(row: Row) {
  const { reviewer_name: reviewerName, created_at: createdAt, verified: _, ...rest } = restReview(row)
  return { ...rest, reviewerName, createdAt }
}

function restWish(row: Row) {
  const left = new Set(['description', ...TEXTS.filter((name) => name !== 'name')])
  return Object.fromEntries(Object.entries(restProduct(row)).filter(([name]) => !left.has(name)))
}
