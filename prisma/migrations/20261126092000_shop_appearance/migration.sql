-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "accent_color" TEXT,
ADD COLUMN     "hero_picture" TEXT,
ADD COLUMN     "hero_picture_alt" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "hero_text" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "shop_enabled" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "shop_links" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "shop_logo" TEXT,
ADD COLUMN     "shop_logo_alt" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "shop_name" TEXT;

-- By hand: the colour becomes part of a stylesheet, and the links are a list. No row has either yet.
ALTER TABLE "stores"
  ADD CONSTRAINT "stores_accent_color_form" CHECK ("accent_color" ~ '^#[0-9a-f]{6}$') NOT VALID,
  ADD CONSTRAINT "stores_shop_links_list" CHECK (jsonb_typeof("shop_links") = 'array') NOT VALID;
