-- By hand: Prisma has no partial indexes.
CREATE INDEX CONCURRENTLY "orders_unpaid_by_address" ON "orders" ("store_id", "payer_address")
    WHERE "payer_address" IS NOT NULL AND "payment_status" = 'PENDING';
