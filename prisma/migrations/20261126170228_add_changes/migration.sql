-- CreateTable
CREATE TABLE "changes" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "actor" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL DEFAULT '',
    "subject_name" TEXT NOT NULL DEFAULT '',
    "action" TEXT NOT NULL,
    "fields" JSONB NOT NULL DEFAULT '[]',
    "detail" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "changes_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE INDEX "changes_store_id_created_at_id_idx" ON "changes"("store_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "changes_store_id_subject_subject_id_created_at_id_idx" ON "changes"("store_id", "subject", "subject_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "changes_created_at_idx" ON "changes"("created_at");

-- AddForeignKey
ALTER TABLE "changes" ADD CONSTRAINT "changes_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- By hand: Prisma has no checks.
ALTER TABLE "changes"
    ADD CONSTRAINT "changes_subject_known" CHECK ("subject" IN ('SETTINGS', 'PRODUCT', 'DISCOUNT', 'SHIPPING_ZONE', 'PAYMENT_METHOD', 'PAYMENT_ACCOUNT', 'MAIL_TEMPLATE', 'WEBHOOK', 'KEY')),
    ADD CONSTRAINT "changes_action_known" CHECK ("action" IN ('CREATED', 'CHANGED', 'DELETED', 'IMPORTED'));
