-- By hand, because Prisma cannot describe it: the orders that are still to arrive, by the last day that was promised, or else the first.
CREATE INDEX CONCURRENTLY "orders_of_delivery_day_idx" ON "orders" ("store_id", (coalesce("delivery"->>'until', "delivery"->>'from'))) WHERE "delivery" IS NOT NULL;
