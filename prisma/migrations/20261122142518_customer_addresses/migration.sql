-- CreateTable
CREATE TABLE "customer_addresses" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "lines" TEXT[],
    "city" TEXT NOT NULL,
    "region" TEXT,
    "postal_code" TEXT,
    "country" TEXT,
    "phone" TEXT,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_addresses_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE INDEX "customer_addresses_store_id_customer_id_created_at_id_idx" ON "customer_addresses"("store_id", "customer_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "customer_addresses" ADD CONSTRAINT "customer_addresses_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customers"("store_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- By hand: one address to begin with.
CREATE UNIQUE INDEX "customer_addresses_one_default" ON "customer_addresses" ("store_id", "customer_id") WHERE "is_default";

-- By hand: what must never be.
ALTER TABLE "customer_addresses"
    ADD CONSTRAINT "customer_addresses_has_lines" CHECK (cardinality("lines") > 0);
