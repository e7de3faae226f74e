-- AlterTable
ALTER TABLE "products" ADD COLUMN     "variants_left" BOOLEAN;

-- What the job product-index and writers of variants keep from here on.
-- compatible: the previous version does not know the column; the job corrects what that leaves behind
UPDATE "products" SET "variants_left" = "told"."variants_left"
FROM (
  SELECT "store_id", "product_id", bool_or(NOT coalesce("indexed_sold_out", false)) AS "variants_left"
  FROM "variants" GROUP BY "store_id", "product_id"
) AS "told"
WHERE "products"."store_id" = "told"."store_id" AND "products"."id" = "told"."product_id";
