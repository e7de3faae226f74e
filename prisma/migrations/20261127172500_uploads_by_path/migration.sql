-- Addresses of uploaded pictures lose their host. What is no picture of its store stays.
-- compatible: the previous version serves paths of this service, too
WITH "addresses" AS (
  SELECT "p"."store_id", "p"."id", "a"."position", "a"."address",
    substring("a"."address" FROM '^https?://[^/?#]+(/media/[^/?#]+/[0-9a-fA-F-]{36})(?:\?[^#]*)?$') AS "path"
  FROM "products" "p" CROSS JOIN LATERAL unnest("p"."images") WITH ORDINALITY AS "a" ("address", "position")
), "stored" AS (
  SELECT "a"."store_id", "a"."id",
    array_agg(CASE WHEN "u"."id" IS NULL THEN "a"."address" ELSE "a"."path" END ORDER BY "a"."position") AS "images"
  FROM "addresses" "a"
  LEFT JOIN "pictures" "u" ON "u"."store_id" = "a"."store_id" AND "u"."id" = lower(right("a"."path", 36))
  GROUP BY "a"."store_id", "a"."id"
  HAVING count("u"."id") > 0
)
UPDATE "products" SET "images" = "stored"."images"
FROM "stored" WHERE "products"."store_id" = "stored"."store_id" AND "products"."id" = "stored"."id";

WITH "entries" AS (
  SELECT "p"."store_id", "p"."id", "e"."position", "e"."entry",
    substring("e"."entry"->>'url' FROM '^https?://[^/?#]+(/media/[^/?#]+/[0-9a-fA-F-]{36})(?:\?[^#]*)?$') AS "path"
  FROM "products" "p" CROSS JOIN LATERAL jsonb_array_elements("p"."media") WITH ORDINALITY AS "e" ("entry", "position")
), "stored" AS (
  SELECT "e"."store_id", "e"."id",
    jsonb_agg(
      CASE WHEN "u"."id" IS NULL THEN "e"."entry" ELSE jsonb_set("e"."entry", '{url}', to_jsonb("e"."path")) END
      ORDER BY "e"."position"
    ) AS "media"
  FROM "entries" "e"
  LEFT JOIN "pictures" "u" ON "u"."store_id" = "e"."store_id" AND "u"."id" = lower(right("e"."path", 36))
  GROUP BY "e"."store_id", "e"."id"
  HAVING count("u"."id") > 0
)
UPDATE "products" SET "media" = "stored"."media"
FROM "stored" WHERE "products"."store_id" = "stored"."store_id" AND "products"."id" = "stored"."id";

-- By the subdomain alone: Citus joins no reference table that is updated with a distributed one.
UPDATE "stores" SET
  "shop_logo" = regexp_replace("shop_logo", '^https?://[^/?#]+(/media/' || "subdomain" || '/[0-9a-fA-F-]{36})(\?[^#]*)?$', '\1'),
  "hero_picture" = regexp_replace("hero_picture", '^https?://[^/?#]+(/media/' || "subdomain" || '/[0-9a-fA-F-]{36})(\?[^#]*)?$', '\1')
WHERE "shop_logo" ~ '^https?://[^/?#]+/media/' OR "hero_picture" ~ '^https?://[^/?#]+/media/';
