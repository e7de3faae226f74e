-- By hand: Prisma has no partial indexes. Products whose variants may all depend on the product's stock, of which nothing is left.
CREATE INDEX CONCURRENTLY "products_shared_stock_out_idx" ON "products" ("store_id", "id")
    WHERE "stock" = 0 AND "variants_left";
