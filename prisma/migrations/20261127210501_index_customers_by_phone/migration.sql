-- By hand: Prisma has no indexes of expressions.
CREATE INDEX CONCURRENTLY "customers_of_phone_idx" ON "customers" ("store_id", right("phone", 10));
