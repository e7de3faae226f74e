-- By hand: orders that changed an hour or more after they were placed, so that no purchase writes to this index. Alone, because of CONCURRENTLY.
CREATE INDEX CONCURRENTLY "orders_changed_late_idx" ON "orders" ("store_id", "updated_at") WHERE "updated_at" - "created_at" > '01:00:00'::interval;
