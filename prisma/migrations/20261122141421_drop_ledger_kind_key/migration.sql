-- DropIndex
DROP INDEX "loyalty_entries_store_id_order_id_kind_key";
