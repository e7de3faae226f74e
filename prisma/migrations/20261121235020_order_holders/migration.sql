-- CreateTable
CREATE TABLE "order_holders" (
    "store_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "holder" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_holders_pkey" PRIMARY KEY ("store_id","order_id","holder")
);

-- CreateIndex
CREATE INDEX "order_holders_store_id_holder_expires_at_idx" ON "order_holders"("store_id", "holder", "expires_at");

-- CreateIndex
CREATE INDEX "order_holders_expires_at_idx" ON "order_holders"("expires_at");

-- AddForeignKey
ALTER TABLE "order_holders" ADD CONSTRAINT "order_holders_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
