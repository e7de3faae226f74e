-- By hand: Prisma has no indexes of expressions. Lists that show sold-out products last.
CREATE INDEX CONCURRENTLY "products_sold_out_last_idx" ON "products" (
  "store_id", (CASE WHEN coalesce(NOT "variants_left", "stock" = 0, false) THEN 1 ELSE 0 END),
  "display_order", "created_at" DESC, "id" DESC
) WHERE "active";
