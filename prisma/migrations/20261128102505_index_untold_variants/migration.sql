-- By hand: Prisma has no partial indexes. Variants that neither the job product-index nor a writer has told of.
CREATE INDEX CONCURRENTLY "variants_untold_idx" ON "variants" ("store_id", "product_id") WHERE "indexed_sold_out" IS NULL;
