-- AlterTable
ALTER TABLE "loyalty_entries" ADD COLUMN     "actor" TEXT;

-- CreateTable
CREATE TABLE "retired_payment_accounts" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "key_id" TEXT NOT NULL,
    "sealed_key_secret" TEXT NOT NULL,
    "sealed_webhook_secret" TEXT,
    "retired_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retired_payment_accounts_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE INDEX "retired_payment_accounts_retired_at_idx" ON "retired_payment_accounts"("retired_at");

-- CreateIndex
CREATE INDEX "reviews_store_id_created_at_id_idx" ON "reviews"("store_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "retired_payment_accounts" ADD CONSTRAINT "retired_payment_accounts_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand: the few orders that wait for the owner, among many that do not.
CREATE INDEX "orders_needing_attention_idx" ON "orders" ("store_id", "created_at" DESC, "id" DESC)
    WHERE "needs_attention" IS NOT NULL;
