-- By hand: no two products of a store have the same sku. Alone, because of CONCURRENTLY.
CREATE UNIQUE INDEX CONCURRENTLY "products_sku_key" ON "products" ("store_id", "sku") WHERE "sku" IS NOT NULL;
