-- By hand: most orders of most stores have no payment method. Alone, because of CONCURRENTLY.
CREATE INDEX CONCURRENTLY "orders_of_payment_method_idx" ON "orders" ("store_id", "payment_method", "created_at" DESC, "id" DESC) WHERE "payment_method" IS NOT NULL;
