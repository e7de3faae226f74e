-- CreateTable
CREATE TABLE "search_misses" (
    "store_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "search" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "search_misses_pkey" PRIMARY KEY ("store_id","day","search")
);

-- CreateIndex
CREATE INDEX "search_misses_day_idx" ON "search_misses"("day");

-- AddForeignKey
ALTER TABLE "search_misses" ADD CONSTRAINT "search_misses_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;
