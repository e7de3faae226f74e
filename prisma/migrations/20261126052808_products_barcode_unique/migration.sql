-- By hand: no two products of a store have the same barcode. Alone, because of CONCURRENTLY.
CREATE UNIQUE INDEX CONCURRENTLY "products_barcode_key" ON "products" ("store_id", "barcode") WHERE "barcode" IS NOT NULL;
