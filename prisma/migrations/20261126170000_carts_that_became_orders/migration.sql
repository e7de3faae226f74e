-- AlterTable
ALTER TABLE "carts" ADD COLUMN     "ordered_at" TIMESTAMPTZ(3);
