-- By hand: refunds that were made. Alone, because of CONCURRENTLY.
CREATE INDEX CONCURRENTLY "refunds_made_idx" ON "refunds" ("store_id", "settled_at") WHERE "status" = 'PROCESSED';
