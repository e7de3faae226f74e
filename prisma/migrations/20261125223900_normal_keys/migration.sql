-- By hand: categories, brands and codes are compared with their accents composed from now on, codes also without what
-- nobody sees. A code that another one has, or gets, stays as it is.
UPDATE "products" SET "category_key" = normalize("category_key", NFC)
WHERE "category_key" IS NOT NFC NORMALIZED;

UPDATE "product_search" SET "category_key" = normalize("category_key", NFC), "brand_key" = normalize("brand_key", NFC)
WHERE "category_key" IS NOT NFC NORMALIZED OR "brand_key" IS NOT NFC NORMALIZED;

UPDATE "discounts" SET "code" = btrim(upper(regexp_replace(normalize("code", NFKC), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g')))
WHERE ("code" IS NOT NFKC NORMALIZED OR "code" ~ '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]')
    AND NOT EXISTS (
        SELECT FROM "discounts" AS "other"
        WHERE "other"."store_id" = "discounts"."store_id" AND "other"."id" <> "discounts"."id"
            AND btrim(upper(regexp_replace(normalize("other"."code", NFKC), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g'))) = btrim(upper(regexp_replace(normalize("discounts"."code", NFKC), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g')))
            AND ("other"."code" = btrim(upper(regexp_replace(normalize("discounts"."code", NFKC), '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g'))) OR "other"."id" < "discounts"."id")
    );
