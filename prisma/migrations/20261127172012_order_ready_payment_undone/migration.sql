-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "ready_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "undone_at" TIMESTAMPTZ(3);

-- By hand: the mails that there are, with that of an order which waits to be picked up.
-- compatible: the version before writes fewer names
ALTER TABLE "order_mails"
    DROP CONSTRAINT "order_mails_name_known",
    ADD CONSTRAINT "order_mails_name_known" CHECK ("name" IN ('ORDER_CONFIRMED', 'ORDER_READY', 'ORDER_SHIPPED', 'ORDER_CANCELLED', 'ORDER_REFUNDED', 'NEW_ORDER', 'NEEDS_ATTENTION')) NOT VALID;

-- compatible: the version before writes fewer names
ALTER TABLE "mail_templates"
    DROP CONSTRAINT "mail_templates_name_known",
    ADD CONSTRAINT "mail_templates_name_known" CHECK ("name" IN ('ORDER_CONFIRMED', 'ORDER_READY', 'ORDER_SHIPPED', 'ORDER_CANCELLED', 'ORDER_REFUNDED', 'NEW_ORDER', 'NEEDS_ATTENTION')) NOT VALID;

-- Only what the owner has recorded can be taken back.
ALTER TABLE "payments" ADD CONSTRAINT "payments_undone_of_recorded" CHECK ("undone_at" IS NULL OR "provider" = 'MANUAL') NOT VALID;
