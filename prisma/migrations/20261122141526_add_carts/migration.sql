-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "cart_id" UUID;

-- CreateTable
CREATE TABLE "carts" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "customer_id" UUID,
    "merged_into_id" UUID,
    "lines" JSONB NOT NULL DEFAULT '[]',
    "discount_code" TEXT,
    "loyalty_points" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "touched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "carts_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE INDEX "carts_store_id_customer_id_touched_at_idx" ON "carts"("store_id", "customer_id", "touched_at");

-- CreateIndex
CREATE INDEX "carts_touched_at_idx" ON "carts"("touched_at");

-- AddForeignKey
ALTER TABLE "carts" ADD CONSTRAINT "carts_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "carts" ADD CONSTRAINT "carts_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customers"("store_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- What no right program would write
ALTER TABLE "carts"
  ADD CONSTRAINT "carts_lines_list" CHECK (
    CASE WHEN jsonb_typeof("lines") = 'array' THEN jsonb_array_length("lines") <= 100 ELSE FALSE END
  ),
  ADD CONSTRAINT "carts_merged_are_empty" CHECK (
    "merged_into_id" IS NULL OR ("customer_id" IS NOT NULL AND "lines" = '[]')
  ),
  ADD CONSTRAINT "carts_loyalty_points_positive" CHECK ("loyalty_points" > 0);
