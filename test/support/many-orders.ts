import type { Store } from '../../src/generated/prisma/client.ts'

/** Odd, so that no number comes twice. */
const STEP = 7_919_000_003n
const NUMBERS = 2n ** 40n

/** The number of the n-th of them. */
export const nthOrderNo = (n: number): string =>
  `ORD-${((BigInt(n) * STEP) % NUMBERS).toString(16).toUpperCase().padStart(10, '0')}`

/**
 * SQL that gives a store so many orders of one item each, a minute apart, in every status; the first five are Zara's, those
 * behind 50,000 Leela's, the others Ravi's.
 * Written past checkout, which would take an hour.
 */
export const manyOrders = ({ id }: Store, count: number): string[] => [
  `INSERT INTO orders (store_id, id, order_no, status, payment_status, buyer_name, buyer_phone, buyer_phone_digits,
     buyer_email, buyer_address, currency, subtotal, total, hold_expires_at, created_at, updated_at, needs_attention)
   SELECT '${id}', gen_random_uuid(), 'ORD-' || upper(lpad(to_hex(n::bigint * ${STEP} % ${NUMBERS}), 10, '0')),
     (ARRAY['PENDING','CONFIRMED','SHIPPED','DELIVERED','CANCELLED','FAILED']::text[])[1 + n % 6],
     (ARRAY['PENDING','PAID','PAID','PAID','REFUNDED','FAILED']::text[])[1 + n % 6],
     CASE WHEN n <= 5 THEN 'Zara' WHEN n <= 50000 THEN 'Ravi' ELSE 'Leela' END || ' Kumar', '+91 ' || 9000000000 + n, (919000000000 + n)::text,
     'buyer' || n || '@example.com', '12 Lake Road, Kolkata', 'INR', 49900, 49900, now(),
     '2026-01-01'::timestamptz - n * interval '1 minute', now(), CASE WHEN n % 500 = 0 THEN 'Look at it.' END
   FROM generate_series(1, ${count}) AS n`,
  `INSERT INTO order_items (store_id, order_id, position, product_id, name, options, unit_price, qty)
   SELECT store_id, id, 0, gen_random_uuid(), 'Assam', '{"size": "250g"}', 49900, 1 FROM orders WHERE store_id = '${id}'`,
]
