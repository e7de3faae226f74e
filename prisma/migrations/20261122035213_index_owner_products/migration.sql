-- CreateIndex
CREATE INDEX "products_store_id_display_order_created_at_id_idx" ON "products"("store_id", "display_order", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "products_store_id_category_key_display_order_created_at_id_idx" ON "products"("store_id", "category_key", "display_order", "created_at" DESC, "id" DESC);

-- By hand: the same index as orders_needs_attention_idx.
DROP INDEX "orders_needing_attention_idx";
