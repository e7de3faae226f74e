-- By hand: the variants of a product that are sold out, for searches of what is in stock. Alone, because of CONCURRENTLY.
CREATE INDEX CONCURRENTLY "variants_sold_out_idx" ON "variants" ("store_id", "product_id", "id") WHERE "stock" = 0;
