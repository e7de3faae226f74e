-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "confirmed_email" TEXT;

-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "storefront_url" TEXT;

-- CreateTable
CREATE TABLE "customer_codes" (
    "store_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "email" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_codes_pkey" PRIMARY KEY ("store_id","customer_id","purpose")
);

-- CreateTable
CREATE TABLE "code_mail_days" (
    "store_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "recipient" TEXT NOT NULL,
    "mails" INTEGER NOT NULL,

    CONSTRAINT "code_mail_days_pkey" PRIMARY KEY ("store_id","day","recipient")
);

-- CreateIndex
CREATE INDEX "customer_codes_expires_at_idx" ON "customer_codes"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "customer_codes_store_id_code_hash_key" ON "customer_codes"("store_id", "code_hash");

-- CreateIndex
CREATE INDEX "code_mail_days_day_idx" ON "code_mail_days"("day");

-- AddForeignKey
ALTER TABLE "customer_codes" ADD CONSTRAINT "customer_codes_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customers"("store_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "code_mail_days" ADD CONSTRAINT "code_mail_days_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- By hand: what must never be.
ALTER TABLE "customer_codes"
    ADD CONSTRAINT "customer_codes_purpose_known" CHECK ("purpose" IN ('PASSWORD', 'EMAIL')),
    ADD CONSTRAINT "customer_codes_email_of_confirmation" CHECK (("purpose" = 'EMAIL') = ("email" IS NOT NULL));

ALTER TABLE "code_mail_days"
    ADD CONSTRAINT "code_mail_days_mails_not_negative" CHECK ("mails" >= 0);

-- A queue for the mails (src/gateway/job-kinds.ts).
SELECT pgboss.create_queue('account-mail', '{"policy": "standard"}');
