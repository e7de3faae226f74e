-- AlterTable
ALTER TABLE "variants" ADD COLUMN     "picture" TEXT;
