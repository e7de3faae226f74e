-- AlterTable
ALTER TABLE "products" ADD COLUMN     "weight" INTEGER;

-- AlterTable
ALTER TABLE "variants" ADD COLUMN     "weight" INTEGER;

-- By hand. NOT VALID, since every row that is there has none.
ALTER TABLE "products"
    ADD CONSTRAINT "products_weight_not_negative" CHECK ("weight" >= 0) NOT VALID;
ALTER TABLE "variants"
    ADD CONSTRAINT "variants_weight_not_negative" CHECK ("weight" >= 0) NOT VALID;
