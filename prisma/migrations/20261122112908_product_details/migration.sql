-- AlterTable
ALTER TABLE "products" ADD COLUMN     "attributes" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "media" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "seo_description" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "seo_title" TEXT NOT NULL DEFAULT '';
