-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);
