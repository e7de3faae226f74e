-- By hand: few orders wait for their payment at a time, among all that ever were. Alone, because of CONCURRENTLY.
CREATE INDEX CONCURRENTLY "orders_to_check_idx" ON "orders" ("check_payment_at") WHERE "check_payment_at" IS NOT NULL;
