-- By hand: each refund of an order may take a part of its points back. Alone, because of CONCURRENTLY.
CREATE UNIQUE INDEX CONCURRENTLY "loyalty_entries_store_id_order_id_kind_part_key" ON "loyalty_entries"("store_id", "order_id", "kind", "part");
