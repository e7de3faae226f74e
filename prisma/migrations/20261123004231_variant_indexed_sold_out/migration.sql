-- In a migration of its own: one that locks two tables and searches, which lock them in another order, could wait for
-- each other.
-- AlterTable
ALTER TABLE "variants" ADD COLUMN     "indexed_sold_out" BOOLEAN;
