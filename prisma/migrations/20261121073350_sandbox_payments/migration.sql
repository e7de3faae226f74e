-- CreateTable
CREATE TABLE "sandbox_payments" (
    "store_id" UUID NOT NULL,
    "provider_order_id" TEXT NOT NULL,
    "provider_payment_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_payments_pkey" PRIMARY KEY ("store_id","provider_order_id")
);

-- AddForeignKey
ALTER TABLE "sandbox_payments" ADD CONSTRAINT "sandbox_payments_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand: what must never be.
ALTER TABLE "sandbox_payments"
    ADD CONSTRAINT "sandbox_payments_amount_not_negative" CHECK ("amount" >= 0);
