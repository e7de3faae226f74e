-- By hand: few messages are given up, among all that were sent. Alone, because of CONCURRENTLY.
CREATE INDEX CONCURRENTLY "webhook_messages_given_up_idx" ON "webhook_messages" ("store_id") WHERE "status" = 'GIVEN_UP';
