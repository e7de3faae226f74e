-- orders_to_check_idx takes its place. Alone, because of CONCURRENTLY: a plain DROP INDEX would wait for whoever reads
-- orders, such as a dump, and all others would wait behind it.
DROP INDEX CONCURRENTLY "orders_check_payment_at_idx";
