-- By hand, because Prisma cannot describe it: the orders of a delivery zone, newest first.
CREATE INDEX CONCURRENTLY "orders_of_delivery_zone_idx" ON "orders" ("store_id", ("delivery"->>'zone'), "created_at" DESC, "id" DESC) WHERE "delivery" IS NOT NULL;
