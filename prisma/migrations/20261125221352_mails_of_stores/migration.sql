-- AlterTable
ALTER TABLE "sandbox_mails" ADD COLUMN     "customer_id" UUID,
ADD COLUMN     "lead_id" UUID,
ALTER COLUMN "order_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "reply_to" TEXT;

-- CreateIndex
-- compatible: the table holds at most 50 rows for each store, and only in embedded databases
CREATE INDEX "sandbox_mails_store_id_customer_id_idx" ON "sandbox_mails"("store_id", "customer_id");

-- CreateIndex
-- compatible: the table holds at most 50 rows for each store, and only in embedded databases
CREATE INDEX "sandbox_mails_store_id_lead_id_idx" ON "sandbox_mails"("store_id", "lead_id");

-- AddForeignKey
-- compatible: the table holds at most 50 rows for each store, and only in embedded databases
ALTER TABLE "sandbox_mails" ADD CONSTRAINT "sandbox_mails_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customers"("store_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
-- compatible: the table holds at most 50 rows for each store, and only in embedded databases
ALTER TABLE "sandbox_mails" ADD CONSTRAINT "sandbox_mails_store_id_lead_id_fkey" FOREIGN KEY ("store_id", "lead_id") REFERENCES "leads"("store_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- By hand: what must never be.
-- compatible: the table holds at most 50 rows for each store, and only in embedded databases
ALTER TABLE "sandbox_mails"
    ADD CONSTRAINT "sandbox_mails_about_one_thing" CHECK (num_nonnulls("order_id", "customer_id", "lead_id") = 1);
