-- By hand: discount codes are compared with every kind of dash as the plain one. A code that another one has, or gets,
-- stays as it is.
UPDATE "discounts" SET "code" = regexp_replace("code", '[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u207b\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d]|(?<=[A-Z0-9])\u30fc', '-', 'g')
WHERE "code" ~ '[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u207b\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d]|(?<=[A-Z0-9])\u30fc'
    AND NOT EXISTS (
        SELECT FROM "discounts" AS "other"
        WHERE "other"."store_id" = "discounts"."store_id" AND "other"."id" <> "discounts"."id"
            AND regexp_replace("other"."code", '[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u207b\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d]|(?<=[A-Z0-9])\u30fc', '-', 'g')
                = regexp_replace("discounts"."code", '[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u207b\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d]|(?<=[A-Z0-9])\u30fc', '-', 'g')
            AND ("other"."code" !~ '[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u207b\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d]|(?<=[A-Z0-9])\u30fc' OR "other"."id" < "discounts"."id")
    );

-- What was changed in them is found by the code.
UPDATE "changes" SET "subject_id" = regexp_replace("subject_id", '[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u207b\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d]|(?<=[A-Z0-9])\u30fc', '-', 'g')
WHERE "subject" = 'DISCOUNT'
    AND "subject_id" ~ '[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u207b\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d]|(?<=[A-Z0-9])\u30fc'
    AND NOT EXISTS (
        SELECT FROM "discounts"
        WHERE "discounts"."store_id" = "changes"."store_id" AND "discounts"."code" = "changes"."subject_id"
    );
