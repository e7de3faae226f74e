-- CreateTable
CREATE TABLE "previews" (
    "store_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "previews_pkey" PRIMARY KEY ("store_id","token_hash")
);

-- CreateIndex
CREATE INDEX "previews_expires_at_idx" ON "previews"("expires_at");

-- AddForeignKey
ALTER TABLE "previews" ADD CONSTRAINT "previews_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- By hand.
ALTER TABLE "previews" ADD CONSTRAINT "previews_kind_known" CHECK ("kind" IN ('LINK', 'SHARED_LINK', 'VISIT', 'SHARED_VISIT'));
