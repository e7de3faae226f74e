-- The two before take their place.
-- DropIndex
DROP INDEX "orders_check_payment_at_idx";

-- DropIndex
DROP INDEX "orders_store_id_customer_id_created_at_id_idx";
