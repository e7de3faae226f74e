-- AlterTable
ALTER TABLE "product_search" ADD COLUMN     "offer_ids" UUID[],
ADD COLUMN     "offer_options" JSONB[],
ADD COLUMN     "offer_prices" BIGINT[],
ADD COLUMN     "offers_version" INTEGER;
