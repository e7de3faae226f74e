-- CreateIndex. Alone, because of CONCURRENTLY.
CREATE INDEX CONCURRENTLY "payments_store_id_created_at_idx" ON "payments" ("store_id", "created_at");
