-- CreateEnum
CREATE TYPE "webhook_message_status" AS ENUM ('WAITING', 'DELIVERED', 'GIVEN_UP');

-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "low_stock_threshold" INTEGER NOT NULL DEFAULT 5;

-- CreateTable
CREATE TABLE "webhooks" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "sealed_secret" TEXT NOT NULL,
    "sealed_previous_secret" TEXT,
    "previous_secret_till" TIMESTAMPTZ(3),
    "active" BOOLEAN NOT NULL DEFAULT true,
    "off_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "webhook_messages" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "body" TEXT NOT NULL,
    "status" "webhook_message_status" NOT NULL DEFAULT 'WAITING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_messages_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE INDEX "webhook_messages_store_id_created_at_id_idx" ON "webhook_messages"("store_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_messages_store_id_webhook_id_created_at_id_idx" ON "webhook_messages"("store_id", "webhook_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_messages_ended_at_idx" ON "webhook_messages"("ended_at");

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_store_id_webhook_id_fkey" FOREIGN KEY ("store_id", "webhook_id") REFERENCES "webhooks"("store_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what must never be.
ALTER TABLE "stores"
    ADD CONSTRAINT "stores_low_stock_threshold_not_negative" CHECK ("low_stock_threshold" >= 0);

ALTER TABLE "webhooks"
    ADD CONSTRAINT "webhooks_previous_secret_ends" CHECK (("sealed_previous_secret" IS NULL) = ("previous_secret_till" IS NULL)),
    ADD CONSTRAINT "webhooks_off_reason_of_inactive" CHECK (NOT "active" OR "off_reason" IS NULL);

ALTER TABLE "webhook_messages"
    ADD CONSTRAINT "webhook_messages_attempts_not_negative" CHECK ("attempts" >= 0),
    ADD CONSTRAINT "webhook_messages_waits_or_has_ended" CHECK (("status" = 'WAITING') = ("ended_at" IS NULL)),
    ADD CONSTRAINT "webhook_messages_leased_while_waiting" CHECK ("leased_until" IS NULL OR "status" = 'WAITING');

-- By hand: what is sent next.
CREATE INDEX "webhook_messages_waiting" ON "webhook_messages" ("store_id", "webhook_id", "subject", "sequence")
    WHERE "status" = 'WAITING';

-- A queue for the messages (src/platform/jobs/job-kinds.ts).
SELECT pgboss.create_queue('webhook-delivery', '{"policy": "standard"}');
