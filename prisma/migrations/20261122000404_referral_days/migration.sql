-- CreateTable
CREATE TABLE "referral_days" (
    "store_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "address" TEXT NOT NULL,
    "referrals" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "referral_days_pkey" PRIMARY KEY ("store_id","day","address")
);

-- CreateIndex
CREATE INDEX "referral_days_day_idx" ON "referral_days"("day");

-- AddForeignKey
ALTER TABLE "referral_days" ADD CONSTRAINT "referral_days_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
