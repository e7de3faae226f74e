-- By hand: the holds of a pending order are written when it is placed and deleted when it is paid, some minutes later. Each
-- of its holds looked for the order once more. A hold that nobody releases ends by itself and is deleted then.
ALTER TABLE "stock_holds" DROP CONSTRAINT "stock_holds_store_id_order_id_fkey";
ALTER TABLE "order_holders" DROP CONSTRAINT "order_holders_store_id_order_id_fkey";
