-- CreateTable
CREATE TABLE "order_mails" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "claimed_until" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_mails_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "mail_templates" (
    "store_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "subject" TEXT,
    "body" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_templates_pkey" PRIMARY KEY ("store_id","name")
);

-- CreateTable
CREATE TABLE "sandbox_mails" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_mails_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE INDEX "order_mails_store_id_order_id_idx" ON "order_mails"("store_id", "order_id");

-- CreateIndex
CREATE INDEX "order_mails_claimed_until_idx" ON "order_mails"("claimed_until");

-- CreateIndex
CREATE INDEX "sandbox_mails_store_id_order_id_idx" ON "sandbox_mails"("store_id", "order_id");

-- CreateIndex
CREATE INDEX "sandbox_mails_store_id_created_at_id_idx" ON "sandbox_mails"("store_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "order_mails" ADD CONSTRAINT "order_mails_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "mail_templates" ADD CONSTRAINT "mail_templates_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "sandbox_mails" ADD CONSTRAINT "sandbox_mails_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- By hand: what must never be.
ALTER TABLE "order_mails"
    ADD CONSTRAINT "order_mails_name_known" CHECK ("name" IN ('ORDER_CONFIRMED', 'ORDER_SHIPPED', 'ORDER_CANCELLED', 'ORDER_REFUNDED', 'NEW_ORDER', 'NEEDS_ATTENTION'));

ALTER TABLE "mail_templates"
    ADD CONSTRAINT "mail_templates_name_known" CHECK ("name" IN ('ORDER_CONFIRMED', 'ORDER_SHIPPED', 'ORDER_CANCELLED', 'ORDER_REFUNDED', 'NEW_ORDER', 'NEEDS_ATTENTION')),
    ADD CONSTRAINT "mail_templates_say_something" CHECK ("subject" IS NOT NULL OR "body" IS NOT NULL);

-- A queue for the mails (src/gateway/job-kinds.ts).
SELECT pgboss.create_queue('order-mail', '{"policy": "standard"}');
