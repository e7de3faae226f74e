-- By hand: no two variants of a store have the same sku. Alone, because of CONCURRENTLY.
CREATE UNIQUE INDEX CONCURRENTLY "variants_sku_key" ON "variants" ("store_id", "sku") WHERE "sku" IS NOT NULL;
