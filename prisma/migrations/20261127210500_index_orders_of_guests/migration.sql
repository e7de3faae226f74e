-- By hand: Prisma has no indexes of expressions. The digits once more, as a column, so that lists read the index alone.
CREATE INDEX CONCURRENTLY "orders_of_guests_idx" ON "orders" ("store_id", right("buyer_phone_digits", 10), "created_at" DESC, "id" DESC)
    INCLUDE ("buyer_phone_digits") WHERE "customer_id" IS NULL AND "buyer_phone_digits" <> '';
