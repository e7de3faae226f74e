-- By hand: no two variants of a store have the same barcode. Alone, because of CONCURRENTLY.
CREATE UNIQUE INDEX CONCURRENTLY "variants_barcode_key" ON "variants" ("store_id", "barcode") WHERE "barcode" IS NOT NULL;
