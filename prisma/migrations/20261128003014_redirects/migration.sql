-- CreateTable
CREATE TABLE "redirects" (
    "store_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "product_id" UUID NOT NULL,

    CONSTRAINT "redirects_pkey" PRIMARY KEY ("store_id","kind","source")
);

-- CreateIndex
CREATE INDEX "redirects_store_id_product_id_idx" ON "redirects"("store_id", "product_id");

-- AddForeignKey
ALTER TABLE "redirects" ADD CONSTRAINT "redirects_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "products"("store_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- By hand: the values that the code knows.
ALTER TABLE "redirects" ADD CONSTRAINT "redirects_kind_known" CHECK ("kind" IN ('SLUG', 'PATH'));
