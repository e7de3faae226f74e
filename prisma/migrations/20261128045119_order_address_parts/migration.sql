-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "buyer_address_parts" JSONB;
