-- By hand, apart from the column, whose lock would last as long as this: of the carts that are still there, which were bought before there was this column.
UPDATE "carts" SET "ordered_at" = bought."at"
FROM (
  SELECT "store_id", "cart_id", min("created_at") AS "at" FROM "orders"
  WHERE "cart_id" IS NOT NULL AND ("status" IN ('CONFIRMED', 'SHIPPED', 'DELIVERED') OR "payment_status" IN ('PAID', 'REFUNDED'))
  GROUP BY 1, 2
) AS bought
WHERE bought."store_id" = "carts"."store_id" AND bought."cart_id" = "carts"."id";
