-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "order_id" UUID,
ADD COLUMN     "running_till" TIMESTAMPTZ(3) NOT NULL;

-- AlterTable
ALTER TABLE "order_items" DROP COLUMN "stock_counted",
ADD COLUMN     "stock_taken" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "check_payment_at" TIMESTAMPTZ(3),
ADD COLUMN     "notices" JSONB NOT NULL DEFAULT '[]';

-- CreateIndex
CREATE INDEX "orders_check_payment_at_idx" ON "orders"("check_payment_at");

-- By hand: what must never be.
ALTER TABLE "order_items"
    ADD CONSTRAINT "order_items_stock_taken_range" CHECK ("stock_taken" BETWEEN 0 AND "qty");
