-- AlterTable
ALTER TABLE "store_usage" ADD COLUMN     "pictures" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "pictures" (
    "store_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "thumbhash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pictures_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE INDEX "pictures_store_id_created_at_id_idx" ON "pictures"("store_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- What no right program would write
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_measures_positive"
  CHECK ("width" > 0 AND "height" > 0 AND "size" > 0);
-- compatible: the table has one small row for each store
ALTER TABLE "store_usage" ADD CONSTRAINT "store_usage_pictures_not_negative" CHECK ("pictures" >= 0);
