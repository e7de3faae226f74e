-- orders_of_customer_idx takes its place. Alone, because of CONCURRENTLY.
DROP INDEX CONCURRENTLY "orders_store_id_customer_id_created_at_id_idx";
