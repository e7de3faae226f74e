-- By hand: what is sold out, for searches of what is in stock. Alone, because of CONCURRENTLY.
CREATE INDEX CONCURRENTLY "products_sold_out_idx" ON "products" ("store_id", "id") WHERE "stock" = 0;
