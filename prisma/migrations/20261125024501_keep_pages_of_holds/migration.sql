-- By hand: few rows of these tables are there at a time, and many have been between two vacuums. Vacuum used to give their
-- empty pages back, so that a table of one page was planned for: to be read from beginning to end, with the dead rows of
-- thousands of orders by and by. It keeps its pages now, and an index is cheaper to read than those.
ALTER TABLE "stock_holds" SET (vacuum_truncate = off);
ALTER TABLE "order_holders" SET (vacuum_truncate = off);
ALTER TABLE "points_holds" SET (vacuum_truncate = off);
ALTER TABLE "product_sales" SET (vacuum_truncate = off);
