-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "opened_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP;

-- By hand: the stores that are there have been open all along. Those that an earlier version makes begin open, too.
UPDATE "stores" SET "opened_at" = "created_at";
