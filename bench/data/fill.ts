import type pg from 'pg'

/** A connection to the database that is filled: `pg`'s own, or the embedded database's. */
export interface SqlRunner {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/** Rows by the number, written past the service, which would take hours. Each function fills one store. */

/** The n-th product's id, the same in every store. */
export const productId = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const PRODUCT_ID = `('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`

export const CATEGORIES = 5
const ANCIENT = "'2026-01-01'::timestamptz"

/** A fifth of the products is in each category; a third is on sale; all are in stock for as long as a run lasts. */
export const addProducts = (client: SqlRunner, storeId: string, count: number) =>
  client.query(
    `INSERT INTO products (store_id, id, slug, name, description, price, sale_price, category, category_key, images,
       stock, display_order, created_at, updated_at)
     SELECT $1, ${PRODUCT_ID}, 'tea-' || n, 'Garden tea no. ' || n,
       'Whole leaves from a garden on the northern slopes, picked in the morning and rolled by hand. Steep for four minutes.',
       (200 + n % 800) * 100, CASE WHEN n % 3 = 0 THEN (150 + n % 50) * 100 END,
       'Category ' || n % ${CATEGORIES}, 'category ' || n % ${CATEGORIES},
       ARRAY['https://media.example.com/teas/' || n || '/front.jpg', 'https://media.example.com/teas/' || n || '/leaf.jpg'],
       1000000000, 0, ${ANCIENT} - n * interval '1 minute', now()
     FROM generate_series(1, $2::int) AS n`,
    [storeId, count],
  )

/** So many approved reviews for each of the first products, and what the products know of them. */
export async function addReviews(client: SqlRunner, storeId: string, products: number, each: number) {
  await client.query(
    `INSERT INTO reviews (store_id, id, product_id, reviewer_name, rating, title, body, status, created_at, moderated_at)
     SELECT $1, gen_random_uuid(), ${PRODUCT_ID}, 'Ravi Kumar', 1 + (n + r) % 5, 'Malty and bright',
       'The second infusion is better than the first. It keeps well, it came in four days, and my mother, who knows, asked for more.',
       'APPROVED', ${ANCIENT} + (n + r * 100000) * interval '1 second', now()
     FROM generate_series(1, $2::int) AS n, generate_series(1, $3::int) AS r`,
    [storeId, products, each],
  )
  await client.query(
    `UPDATE products SET review_count = reviewed.count, rating_sum = reviewed.sum
     FROM (SELECT product_id, count(*) AS count, sum(rating) AS sum FROM reviews WHERE store_id = $1 GROUP BY 1) AS reviewed
     WHERE products.store_id = $1 AND products.id = reviewed.product_id`,
    [storeId],
  )
}

/** The n-th number of an order: as wide as a real one, and spread as widely. */
const ORDER_NO = `'ORD-' || upper(lpad(to_hex(n::bigint * 7919000003 % 1099511627776), 10, '0'))`

interface NewOrders {
  count: number
  itemsEach: number
  /** Whose they are; a guest's without. */
  customerId?: string
  /** Where numbering starts, so that a store's numbers stay apart. */
  from?: number
}

/** Delivered orders a minute apart, and their items. All buyers are called Kumar. */
export async function addOrders(client: SqlRunner, storeId: string, orders: NewOrders) {
  const { count, itemsEach, customerId = null, from = 1 } = orders
  await client.query(
    `INSERT INTO orders (store_id, id, order_no, customer_id, status, payment_status, buyer_name, buyer_phone,
       buyer_phone_digits, buyer_email, currency, subtotal, total, hold_expires_at, created_at, updated_at)
     SELECT $1, ${PRODUCT_ID}, ${ORDER_NO}, $4,
       'DELIVERED', 'PAID', (ARRAY['Ravi', 'Asha', 'Meera', 'Jai'])[1 + n % 4] || ' Kumar', (9000000000 + n)::text, (9000000000 + n)::text,
       'buyer' || n || '@example.com', 'INR', 39900 * $5::int, 39900 * $5::int, now(),
       ${ANCIENT} - n * interval '1 minute', now()
     FROM generate_series($2::int, $2::int + $3::int - 1) AS n`,
    [storeId, from, count, customerId, itemsEach],
  )
  await client.query(
    `INSERT INTO order_items (store_id, order_id, position, product_id, name, unit_price, qty)
     SELECT $1, ${PRODUCT_ID}, item, ('00000000-0000-7000-8000-' || lpad((1 + (n + item) % 100)::text, 12, '0'))::uuid,
       'Garden tea no. ' || 1 + (n + item) % 100, 39900, 1
     FROM generate_series($2::int, $2::int + $3::int - 1) AS n, generate_series(0, $4::int - 1) AS item`,
    [storeId, from, count, itemsEach],
  )
  // Otherwise the job of figures adds up hundreds of days, at any time of a run and among the statements that are counted.
  await client.query(
    `INSERT INTO figure_states (store_id, until, seen_at, carts_until)
     VALUES ($1, date_bin('15 minutes', now(), 'epoch'), now(), date_bin('15 minutes', now(), 'epoch'))
     ON CONFLICT (store_id) DO UPDATE SET until = EXCLUDED.until, seen_at = EXCLUDED.seen_at`,
    [storeId],
  )
}

export const addWishes = (client: SqlRunner, storeId: string, customerId: string, count: number) =>
  client.query(
    `INSERT INTO wishlist_items (store_id, customer_id, product_id, created_at)
     SELECT $1, $2, ${PRODUCT_ID}, ${ANCIENT} + n * interval '1 minute' FROM generate_series(1, $3::int) AS n`,
    [storeId, customerId, count],
  )

/** More stores, with as many products each. */
export async function addStores(client: SqlRunner, count: number, productsEach: number) {
  await client.query(
    `INSERT INTO stores (id, subdomain, business_name, currency, updated_at)
     SELECT gen_random_uuid(), 'neighbour-' || n, 'Neighbour ' || n, 'INR', now() FROM generate_series(1, $1::int) AS n`,
    [count],
  )
  await client.query(
    `INSERT INTO products (store_id, id, slug, name, price, category, category_key, images, display_order, updated_at)
     SELECT id, ${PRODUCT_ID}, 'tea-' || n, 'Tea ' || n, 49900, 'Category 1', 'category 1', '{}', 0, now()
     FROM stores, generate_series(1, $1::int) AS n WHERE subdomain LIKE 'neighbour-%'`,
    [productsEach],
  )
}

/** Fills with as little index and constraint work as can be: indexes that hold nothing together are made afterwards. */
export async function inBulk(client: pg.Client, tables: string[], fill: () => Promise<unknown>) {
  await client.query("SET session_replication_role = replica; SET maintenance_work_mem = '512MB'")
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY ($1::text[]::regclass[]) AND NOT indisunique`,
    [tables],
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  await fill()
  for (const { definition } of rows) await client.query(definition)
  await client.query('SET session_replication_role = DEFAULT')
}

/** Lets PostgreSQL know what it has, as it would in a while by itself. */
export const settle = (client: SqlRunner) => client.query('VACUUM ANALYZE')
