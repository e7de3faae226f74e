-- AlterTable
ALTER TABLE "carts" ADD COLUMN     "delivery" JSONB,
ADD COLUMN     "payment_method" TEXT;

-- AlterTable
ALTER TABLE "content_versions" ADD COLUMN     "terms_version" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "order_items" ADD COLUMN     "discount" BIGINT,
ADD COLUMN     "loyalty_discount" BIGINT,
ADD COLUMN     "tax" BIGINT;

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "delivery" JSONB,
ADD COLUMN     "payment_method" TEXT,
ADD COLUMN     "payment_terms" JSONB;

-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "default_weight" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "shipping_country" TEXT;

-- CreateTable
CREATE TABLE "shipping_zones" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "countries" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "regions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "postal_codes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "excluded_codes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "shipping_zones_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "shipping_methods" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "zone_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "kind" TEXT NOT NULL DEFAULT 'DELIVERY',
    "position" INTEGER NOT NULL DEFAULT 0,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "basis" TEXT NOT NULL DEFAULT 'FLAT',
    "tiers" JSONB NOT NULL,
    "step" BIGINT,
    "step_fee" BIGINT,
    "free_from" BIGINT,
    "min_goods" BIGINT,
    "max_goods" BIGINT,
    "min_weight" INTEGER,
    "max_weight" INTEGER,
    "min_days" INTEGER,
    "max_days" INTEGER,
    "pickup" JSONB,

    CONSTRAINT "shipping_methods_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "payment_methods" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "instructions" TEXT NOT NULL DEFAULT '',
    "position" INTEGER NOT NULL DEFAULT 0,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "fee" BIGINT NOT NULL DEFAULT 0,
    "min_total" BIGINT,
    "max_total" BIGINT,
    "zones" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "delivery_methods" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "postal_codes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "signed_in" BOOLEAN NOT NULL DEFAULT false,
    "confirm" TEXT NOT NULL DEFAULT 'AUTO',
    "hold_hours" INTEGER NOT NULL DEFAULT 24,
    "paid_on_delivery" BOOLEAN NOT NULL DEFAULT true,
    "max_refusals" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "payment_methods_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "refused_deliveries" (
    "store_id" UUID NOT NULL,
    "buyer_key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "refused_deliveries_pkey" PRIMARY KEY ("store_id","buyer_key")
);

-- CreateIndex
CREATE UNIQUE INDEX "shipping_zones_store_id_code_key" ON "shipping_zones"("store_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "shipping_methods_store_id_zone_id_code_key" ON "shipping_methods"("store_id", "zone_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "payment_methods_store_id_code_key" ON "payment_methods"("store_id", "code");

-- AddForeignKey
ALTER TABLE "shipping_zones" ADD CONSTRAINT "shipping_zones_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "shipping_methods" ADD CONSTRAINT "shipping_methods_store_id_zone_id_fkey" FOREIGN KEY ("store_id", "zone_id") REFERENCES "shipping_zones"("store_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "refused_deliveries" ADD CONSTRAINT "refused_deliveries_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Known values, and what no correct program would write.
ALTER TABLE "shipping_methods"
    ADD CONSTRAINT "shipping_methods_kind_known" CHECK ("kind" IN ('DELIVERY', 'PICKUP')),
    ADD CONSTRAINT "shipping_methods_basis_known" CHECK ("basis" IN ('FLAT', 'PRICE', 'WEIGHT')),
    ADD CONSTRAINT "shipping_methods_amounts_not_negative" CHECK (
        "step" > 0 AND "step_fee" >= 0 AND "free_from" >= 0 AND "min_goods" >= 0 AND "max_goods" >= 0
        AND "min_weight" >= 0 AND "max_weight" >= 0 AND "min_days" >= 0 AND "max_days" >= 0
    );
ALTER TABLE "payment_methods"
    ADD CONSTRAINT "payment_methods_kind_known" CHECK ("kind" IN ('COD', 'MANUAL')),
    ADD CONSTRAINT "payment_methods_confirm_known" CHECK ("confirm" IN ('AUTO', 'OWNER')),
    ADD CONSTRAINT "payment_methods_amounts_not_negative" CHECK (
        "fee" >= 0 AND "min_total" >= 0 AND "max_total" >= 0 AND "max_refusals" >= 0
    ),
    ADD CONSTRAINT "payment_methods_hold_hours_possible" CHECK ("hold_hours" BETWEEN 1 AND 72);
ALTER TABLE "refused_deliveries" ADD CONSTRAINT "refused_deliveries_count_positive" CHECK ("count" > 0);
-- NOT VALID, since every row that is there has the default.
ALTER TABLE "stores" ADD CONSTRAINT "stores_default_weight_not_negative" CHECK ("default_weight" >= 0) NOT VALID;
