-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "spared_token_id" TEXT,
ADD COLUMN     "token_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "ended_tokens" (
    "store_id" UUID NOT NULL,
    "token_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_tokens_pkey" PRIMARY KEY ("store_id","token_id")
);

-- CreateIndex
CREATE INDEX "ended_tokens_expires_at_idx" ON "ended_tokens"("expires_at");

-- AddForeignKey
ALTER TABLE "ended_tokens" ADD CONSTRAINT "ended_tokens_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;
