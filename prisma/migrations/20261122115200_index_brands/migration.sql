-- By hand: the products of a brand, in the order of the shop. Alone, because of CONCURRENTLY.
CREATE INDEX CONCURRENTLY "products_active_of_brand_idx" ON "products" ("store_id", "brand", "display_order", "created_at" DESC, "id" DESC)
    WHERE "active" AND "brand" <> '';
