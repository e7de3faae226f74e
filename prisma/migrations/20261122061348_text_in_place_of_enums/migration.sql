-- By hand. Enumerated types become text with a CHECK: Citus refuses to return the text of an enum from what it sends to one
-- shard, and Prisma asks for just that. In one step, because no version that knows the types is in use yet: a column of
-- a new name beside the old one would be the way otherwise.

-- What compares these columns with values of their types cannot follow them.
DROP INDEX "webhook_messages_waiting";
DROP INDEX "webhook_messages_waiting_since_idx";
ALTER TABLE "discounts" DROP CONSTRAINT "discounts_value_of_type";
ALTER TABLE "loyalty_entries"
    DROP CONSTRAINT "loyalty_entries_sign_of_kind",
    DROP CONSTRAINT "loyalty_entries_order_of_kind",
    DROP CONSTRAINT "loyalty_entries_referred_of_kind";
ALTER TABLE "webhook_messages"
    DROP CONSTRAINT "webhook_messages_waits_or_has_ended",
    DROP CONSTRAINT "webhook_messages_leased_while_waiting";

ALTER TABLE "discounts"
    ALTER COLUMN "type" SET DATA TYPE TEXT,
    ADD CONSTRAINT "discounts_type_known" CHECK ("type" IN ('PERCENT', 'FIXED'));
ALTER TABLE "loyalty_entries"
    ALTER COLUMN "kind" SET DATA TYPE TEXT,
    ADD CONSTRAINT "loyalty_entries_kind_known" CHECK ("kind" IN ('OPENING', 'EARN', 'REDEEM', 'REFERRAL', 'ADJUSTMENT', 'EARN_REVERSAL', 'REDEEM_REVERSAL'));
ALTER TABLE "orders"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" SET DATA TYPE TEXT,
    ALTER COLUMN "status" SET DEFAULT 'PENDING',
    ALTER COLUMN "payment_status" DROP DEFAULT,
    ALTER COLUMN "payment_status" SET DATA TYPE TEXT,
    ALTER COLUMN "payment_status" SET DEFAULT 'PENDING',
    ALTER COLUMN "provider" SET DATA TYPE TEXT,
    ADD CONSTRAINT "orders_status_known" CHECK ("status" IN ('PENDING', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'FAILED')),
    ADD CONSTRAINT "orders_payment_status_known" CHECK ("payment_status" IN ('PENDING', 'PAID', 'FAILED', 'REFUNDED')),
    ADD CONSTRAINT "orders_provider_known" CHECK ("provider" IN ('SANDBOX', 'RAZORPAY'));
ALTER TABLE "payment_accounts"
    ALTER COLUMN "provider" SET DATA TYPE TEXT,
    ADD CONSTRAINT "payment_accounts_provider_known" CHECK ("provider" IN ('SANDBOX', 'RAZORPAY'));
ALTER TABLE "payment_events"
    ALTER COLUMN "provider" SET DATA TYPE TEXT,
    ADD CONSTRAINT "payment_events_provider_known" CHECK ("provider" IN ('SANDBOX', 'RAZORPAY'));
ALTER TABLE "payments"
    ALTER COLUMN "provider" SET DATA TYPE TEXT,
    ADD CONSTRAINT "payments_provider_known" CHECK ("provider" IN ('SANDBOX', 'RAZORPAY'));
ALTER TABLE "retired_payment_accounts"
    ALTER COLUMN "provider" SET DATA TYPE TEXT,
    ADD CONSTRAINT "retired_payment_accounts_provider_known" CHECK ("provider" IN ('SANDBOX', 'RAZORPAY'));
ALTER TABLE "reviews"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" SET DATA TYPE TEXT,
    ALTER COLUMN "status" SET DEFAULT 'PENDING',
    ADD CONSTRAINT "reviews_status_known" CHECK ("status" IN ('PENDING', 'APPROVED', 'REJECTED'));
ALTER TABLE "webhook_messages"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" SET DATA TYPE TEXT,
    ALTER COLUMN "status" SET DEFAULT 'WAITING',
    ADD CONSTRAINT "webhook_messages_status_known" CHECK ("status" IN ('WAITING', 'DELIVERED', 'GIVEN_UP'));

DROP TYPE "discount_type";
DROP TYPE "loyalty_entry_kind";
DROP TYPE "order_status";
DROP TYPE "payment_provider";
DROP TYPE "payment_status";
DROP TYPE "review_status";
DROP TYPE "webhook_message_status";

-- As they were.
ALTER TABLE "discounts"
    ADD CONSTRAINT "discounts_value_of_type" CHECK (
        CASE "type"
            WHEN 'PERCENT' THEN "percent_micro" IS NOT NULL AND "amount" IS NULL
            WHEN 'FIXED' THEN "amount" IS NOT NULL AND "percent_micro" IS NULL
        END
    );
ALTER TABLE "loyalty_entries"
    ADD CONSTRAINT "loyalty_entries_sign_of_kind" CHECK (
        CASE
            WHEN "kind" IN ('OPENING', 'EARN', 'REFERRAL', 'REDEEM_REVERSAL') THEN "points" >= 0
            WHEN "kind" IN ('REDEEM', 'EARN_REVERSAL') THEN "points" <= 0
            ELSE TRUE
        END
    ),
    ADD CONSTRAINT "loyalty_entries_order_of_kind" CHECK (
        ("kind" IN ('EARN', 'REDEEM', 'EARN_REVERSAL', 'REDEEM_REVERSAL')) = ("order_id" IS NOT NULL)
    ),
    ADD CONSTRAINT "loyalty_entries_referred_of_kind" CHECK (("kind" = 'REFERRAL') = ("referred_id" IS NOT NULL));
ALTER TABLE "webhook_messages"
    ADD CONSTRAINT "webhook_messages_waits_or_has_ended" CHECK (("status" = 'WAITING') = ("ended_at" IS NULL)),
    ADD CONSTRAINT "webhook_messages_leased_while_waiting" CHECK ("leased_until" IS NULL OR "status" = 'WAITING');
CREATE INDEX "webhook_messages_waiting" ON "webhook_messages" ("store_id", "webhook_id", "subject", "sequence")
    WHERE "status" = 'WAITING';
CREATE INDEX "webhook_messages_waiting_since_idx" ON "webhook_messages" ("created_at") WHERE "status" = 'WAITING';
