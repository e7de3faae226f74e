import { DISCOUNT_CODE } from '../data/shop.ts'

/**
 * The least that one sold order has to write, in the tables of the service with all their indexes and checks: two
 * products locked and taken from, an order with two items and its payment, and with a discount one more use of it.
 */
export const checkoutSql = (storeId: string, products: number, discounted: boolean): string => `
\\set first random(1, ${products - 1})
BEGIN;
SELECT gen_random_uuid() AS order_id, sum(price) AS total FROM (
  SELECT price FROM products
  WHERE store_id = '${storeId}' AND id IN (${productIds()}) ORDER BY id FOR NO KEY UPDATE
) AS taken \\gset
INSERT INTO orders (store_id, id, order_no, status, payment_status, buyer_name, buyer_phone, buyer_phone_digits, currency,
  subtotal, total, provider, provider_order_id, hold_expires_at, updated_at)
VALUES ('${storeId}', :order_id, 'ORD-' || left(:order_id::text, 20), 'CONFIRMED', 'PAID', 'Ravi Kumar', '9800000000',
  '9800000000', 'INR', :total, :total, 'SANDBOX', 'bare_' || :order_id::text, now(), now());
INSERT INTO order_items (store_id, order_id, position, product_id, name, unit_price, qty)
SELECT store_id, :order_id, row_number() OVER (ORDER BY id), id, name, price, 1 FROM products
WHERE store_id = '${storeId}' AND id IN (${productIds()});
INSERT INTO payments (store_id, id, order_id, provider, provider_payment_id, amount, currency, source)
VALUES ('${storeId}', gen_random_uuid(), :order_id, 'SANDBOX', 'bare_' || :order_id::text, :total, 'INR', 'verify');
UPDATE products SET stock = stock - 1 WHERE store_id = '${storeId}' AND id IN (${productIds()});
${discounted ? useOfDiscount(storeId) : ''}
COMMIT;
`

const productIds = () =>
  [':first', ':first + 1']
    .map((number) => `('00000000-0000-7000-8000-' || lpad((${number})::int::text, 12, '0'))::uuid`)
    .join(', ')

const useOfDiscount = (storeId: string) => `
WITH used AS (
  UPDATE discounts SET times_used = times_used + 1
  WHERE store_id = '${storeId}' AND code = '${DISCOUNT_CODE}' RETURNING id
)
INSERT INTO discount_uses (store_id, order_id, discount_id, buyer_key)
SELECT '${storeId}', :order_id, id, 'phone:9800000000' FROM used;`
