-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "header_menu" JSONB NOT NULL DEFAULT '[]';

-- By hand: NOT VALID, since every row has the default.
ALTER TABLE "stores"
  ADD CONSTRAINT "stores_header_menu_list" CHECK (jsonb_typeof("header_menu") = 'array') NOT VALID;
