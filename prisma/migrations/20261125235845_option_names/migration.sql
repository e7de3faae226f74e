-- AlterTable
ALTER TABLE "order_items" ADD COLUMN     "option_names" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "variants" ADD COLUMN     "option_names" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
