-- CreateTable
CREATE TABLE "content_versions" (
    "store_id" UUID NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "content_versions_pkey" PRIMARY KEY ("store_id")
);

-- AddForeignKey
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
