-- AlterTable
ALTER TABLE "product_search" ADD COLUMN     "word_rules" INTEGER,
ADD COLUMN     "words_version" INTEGER;
