-- By hand, because Prisma cannot describe it: the orders of a delivery method, newest first.
CREATE INDEX CONCURRENTLY "orders_of_delivery_method_idx" ON "orders" ("store_id", ("delivery"->>'method'), "created_at" DESC, "id" DESC) WHERE "delivery" IS NOT NULL;
