-- By hand: orders that are confirmed and not paid yet are few among all. Alone, because of CONCURRENTLY.
CREATE INDEX CONCURRENTLY "orders_to_collect_idx" ON "orders" ("store_id", "created_at" DESC, "id" DESC) WHERE "payment_method" IS NOT NULL AND "payment_status" = 'PENDING' AND "status" IN ('CONFIRMED', 'SHIPPED', 'DELIVERED');
