-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "cart_hash" TEXT,
ADD COLUMN     "left_hash" TEXT;
