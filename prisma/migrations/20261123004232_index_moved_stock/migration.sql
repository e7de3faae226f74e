-- By hand: the variants of which the search index does not know yet that they are sold out, or that they no longer are. Alone, because of CONCURRENTLY.
CREATE INDEX CONCURRENTLY "variants_moved_stock_idx" ON "variants" ("store_id", "product_id") WHERE ("stock" IS NOT DISTINCT FROM 0) <> "indexed_sold_out";
