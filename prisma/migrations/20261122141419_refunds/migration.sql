-- AlterTable
ALTER TABLE "loyalty_entries" ADD COLUMN     "part" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "refunded_amount" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "sandbox_payments" ADD COLUMN     "refunded" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "refunds" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "of_price" BIGINT NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL,
    "restock" BOOLEAN NOT NULL DEFAULT false,
    "reason" TEXT NOT NULL DEFAULT '',
    "failure" TEXT,
    "actor" TEXT NOT NULL,
    "idempotency_key" TEXT,
    "provider" TEXT,
    "provider_payment_id" TEXT,
    "provider_refund_id" TEXT,
    "check_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "sandbox_refunds" (
    "store_id" UUID NOT NULL,
    "receipt" TEXT NOT NULL,
    "provider_refund_id" TEXT NOT NULL,
    "provider_order_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_refunds_pkey" PRIMARY KEY ("store_id","receipt")
);

-- CreateIndex
CREATE INDEX "refunds_check_at_idx" ON "refunds"("check_at");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_store_id_order_id_number_key" ON "refunds"("store_id", "order_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_store_id_idempotency_key_key" ON "refunds"("store_id", "idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_store_id_provider_provider_refund_id_key" ON "refunds"("store_id", "provider", "provider_refund_id");

-- CreateIndex
CREATE INDEX "sandbox_refunds_store_id_provider_order_id_idx" ON "sandbox_refunds"("store_id", "provider_order_id");

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_store_id_provider_order_id_fkey" FOREIGN KEY ("store_id", "provider_order_id") REFERENCES "sandbox_payments"("store_id", "provider_order_id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- By hand: what must never be.
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded_amount_range" CHECK ("refunded_amount" BETWEEN 0 AND "total") NOT VALID;
ALTER TABLE "sandbox_payments" ADD CONSTRAINT "sandbox_payments_refunded_range" CHECK ("refunded" BETWEEN 0 AND "amount") NOT VALID;
ALTER TABLE "loyalty_entries" ADD CONSTRAINT "loyalty_entries_part_not_negative" CHECK ("part" >= 0) NOT VALID;
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_amount_positive" CHECK ("amount" > 0);
ALTER TABLE "refunds"
    ADD CONSTRAINT "refunds_status_known" CHECK ("status" IN ('PENDING', 'PROCESSED', 'FAILED')),
    ADD CONSTRAINT "refunds_provider_known" CHECK ("provider" IN ('SANDBOX', 'RAZORPAY')),
    ADD CONSTRAINT "refunds_amount_positive" CHECK ("amount" > 0),
    ADD CONSTRAINT "refunds_number_positive" CHECK ("number" > 0),
    ADD CONSTRAINT "refunds_of_price_range" CHECK ("of_price" BETWEEN 0 AND "amount"),
    ADD CONSTRAINT "refunds_settled_once_not_pending" CHECK (("status" = 'PENDING') = ("settled_at" IS NULL));
-- At most one refund of an order is under way.
CREATE UNIQUE INDEX "refunds_under_way" ON "refunds" ("store_id", "order_id") WHERE "status" = 'PENDING';
