-- Categories and brands are saved without needless blanks from now on; here are those from before. Letters are composed
-- as JavaScript does it. The keys are made of the keys, because lower() depends on the database's locale.
UPDATE "content_versions" SET "version" = "version" + 1
WHERE "store_id" IN (
  SELECT "store_id" FROM "products"
  WHERE "category" <> btrim(regexp_replace(normalize("category", NFC), E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
    OR "brand" <> btrim(regexp_replace(normalize("brand", NFC), E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
);

UPDATE "product_search" SET
  "category" = btrim(regexp_replace(normalize("category", NFC), E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')),
  "category_key" = btrim(regexp_replace(normalize("category_key", NFC), E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')),
  "brand" = btrim(regexp_replace(normalize("brand", NFC), E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')),
  "brand_key" = btrim(regexp_replace(normalize("brand_key", NFC), E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
WHERE "category" <> btrim(regexp_replace(normalize("category", NFC), E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
  OR "brand" <> btrim(regexp_replace(normalize("brand", NFC), E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'));

UPDATE "products" SET
  "category" = btrim(regexp_replace(normalize("category", NFC), E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')),
  "category_key" = btrim(regexp_replace(normalize("category_key", NFC), E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')),
  "brand" = btrim(regexp_replace(normalize("brand", NFC), E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
WHERE "category" <> btrim(regexp_replace(normalize("category", NFC), E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'))
  OR "brand" <> btrim(regexp_replace(normalize("brand", NFC), E'[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'));
