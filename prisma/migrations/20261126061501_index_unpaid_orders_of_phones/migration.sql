-- By hand: open orders without the payment provider are counted by phone. Alone, because of CONCURRENTLY.
CREATE INDEX CONCURRENTLY "orders_unpaid_of_phone_idx" ON "orders" ("store_id", right("buyer_phone_digits", 10)) WHERE "payment_method" IS NOT NULL AND "payment_status" = 'PENDING';
