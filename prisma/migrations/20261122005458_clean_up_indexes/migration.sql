-- DropIndex
DROP INDEX "webhook_messages_ended_at_idx";

-- CreateIndex
CREATE INDEX "chat_days_day_idx" ON "chat_days"("day");

-- CreateIndex
CREATE INDEX "payment_events_received_at_idx" ON "payment_events"("received_at");

-- CreateIndex
CREATE INDEX "points_holds_expires_at_idx" ON "points_holds"("expires_at");

-- CreateIndex
CREATE INDEX "stock_holds_expires_at_idx" ON "stock_holds"("expires_at");

-- CreateIndex
CREATE INDEX "webhook_messages_status_ended_at_idx" ON "webhook_messages"("status", "ended_at");

-- By hand: uses that expire, beside the many that count for good.
CREATE INDEX "discount_uses_expires_at_idx" ON "discount_uses" ("expires_at") WHERE "expires_at" IS NOT NULL;

-- By hand: messages that have waited for too long.
CREATE INDEX "webhook_messages_waiting_since_idx" ON "webhook_messages" ("created_at") WHERE "status" = 'WAITING';
