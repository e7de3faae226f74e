-- By hand: what is counted of carts stands in the index. Alone, because of CONCURRENTLY.
CREATE INDEX CONCURRENTLY "carts_made_idx" ON "carts" ("store_id", "created_at") INCLUDE ("ordered_at") WHERE "merged_into_id" IS NULL;
