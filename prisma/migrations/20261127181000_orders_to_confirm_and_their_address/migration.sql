ALTER TABLE "payment_methods" ADD COLUMN "confirm_above_total" BIGINT,
ADD COLUMN "confirm_above_units" INTEGER;

ALTER TABLE "orders" ADD COLUMN "payer_address" TEXT;
