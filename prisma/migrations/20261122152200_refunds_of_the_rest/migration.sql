-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "of_rest" BOOLEAN NOT NULL DEFAULT false;
