-- AlterTable
ALTER TABLE "order_items" ADD COLUMN     "sku" TEXT;

-- AlterTable
ALTER TABLE "products" ADD COLUMN     "barcode" TEXT,
ADD COLUMN     "sku" TEXT;

-- AlterTable
ALTER TABLE "variants" ADD COLUMN     "barcode" TEXT,
ADD COLUMN     "sku" TEXT;
