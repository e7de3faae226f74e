-- AlterTable
ALTER TABLE "order_events" ADD COLUMN     "alert" JSONB;

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "alerts" JSONB NOT NULL DEFAULT '[]';

-- What was said of disputes is found by their ids from now on.
UPDATE "order_events" SET "alert" = jsonb_build_object('disputeId', split_part("detail", ' ', 2))
WHERE "actor" = 'provider' AND "kind" IN ('attention', 'resolved') AND "detail" LIKE 'Dispute % of %';
