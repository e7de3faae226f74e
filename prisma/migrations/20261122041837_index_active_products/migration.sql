-- DropIndex
DROP INDEX "products_store_id_active_display_order_created_at_id_idx";

-- DropIndex
DROP INDEX "products_store_id_category_key_active_display_order_created_idx";

-- By hand: in place of those two. Shoppers' lists must not read inactive products, so these have no others in them;
-- indexes of all products remain for the owner. Newer ones win where PostgreSQL finds them as good.
CREATE INDEX "products_inactive_idx" ON "products" ("store_id", "display_order", "created_at" DESC, "id" DESC)
    WHERE NOT "active";
CREATE INDEX "products_active_idx" ON "products" ("store_id", "display_order", "created_at" DESC, "id" DESC)
    WHERE "active";
CREATE INDEX "products_active_of_category_idx" ON "products" ("store_id", "category_key", "display_order", "created_at" DESC, "id" DESC)
    WHERE "active";
