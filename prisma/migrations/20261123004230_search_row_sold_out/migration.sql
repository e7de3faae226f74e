-- AlterTable
ALTER TABLE "product_search" ADD COLUMN     "options_key" BIGINT,
ADD COLUMN     "sold_out" UUID[],
ADD COLUMN     "told_version" INTEGER;
