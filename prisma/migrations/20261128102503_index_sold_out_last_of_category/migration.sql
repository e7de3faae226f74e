-- By hand: Prisma has no indexes of expressions. As products_sold_out_last_idx, of a category.
CREATE INDEX CONCURRENTLY "products_sold_out_last_of_category_idx" ON "products" (
  "store_id", "category_key", (CASE WHEN coalesce(NOT "variants_left", "stock" = 0, false) THEN 1 ELSE 0 END),
  "display_order", "created_at" DESC, "id" DESC
) WHERE "active";
