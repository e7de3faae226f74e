-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "erased_at" TIMESTAMPTZ(3);

-- By hand: an order whose buyer was erased keeps its points, which nobody has any more. Weaker than before, so that no
-- row need be looked at.
ALTER TABLE "orders" DROP CONSTRAINT "orders_points_of_customer";
ALTER TABLE "orders" ADD CONSTRAINT "orders_points_of_customer" CHECK (
    "customer_id" IS NOT NULL OR "erased_at" IS NOT NULL OR ("points_used" = 0 AND "points_earned" = 0)
) NOT VALID;
