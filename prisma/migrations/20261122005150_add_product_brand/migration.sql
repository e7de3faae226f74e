-- AlterTable
ALTER TABLE "products" ADD COLUMN     "brand" TEXT NOT NULL DEFAULT '';
