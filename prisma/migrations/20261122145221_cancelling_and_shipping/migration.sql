-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "carrier" TEXT,
ADD COLUMN     "tracking_number" TEXT,
ADD COLUMN     "tracking_url" TEXT;

-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "cancellable_minutes" INTEGER NOT NULL DEFAULT 0;

-- By hand: what must never be.
ALTER TABLE "stores" ADD CONSTRAINT "stores_cancellable_minutes_not_negative" CHECK ("cancellable_minutes" >= 0) NOT VALID;
