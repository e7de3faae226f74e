-- CreateTable
CREATE TABLE "console_sessions" (
    "store_id" UUID NOT NULL,
    "id_hash" TEXT NOT NULL,
    "key_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "console_sessions_pkey" PRIMARY KEY ("store_id","id_hash")
);

-- CreateIndex
CREATE INDEX "console_sessions_store_id_key_id_idx" ON "console_sessions"("store_id", "key_id");

-- CreateIndex
CREATE INDEX "console_sessions_last_used_at_idx" ON "console_sessions"("last_used_at");

-- AddForeignKey
ALTER TABLE "console_sessions" ADD CONSTRAINT "console_sessions_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "console_sessions" ADD CONSTRAINT "console_sessions_store_id_key_id_fkey" FOREIGN KEY ("store_id", "key_id") REFERENCES "owner_keys"("store_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;
