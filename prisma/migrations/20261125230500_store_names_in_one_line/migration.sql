-- By hand: names of stores stand in one line from now on, and the address of a store's site, which everybody sees, has no
-- user name and password.
UPDATE "stores" SET "version" = "version" + 1, "business_name" = coalesce(
    nullif(btrim(regexp_replace("business_name", '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g')), ''), "subdomain")
WHERE "business_name" ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';

UPDATE "stores" SET "version" = "version" + 1,
    "storefront_url" = regexp_replace("storefront_url", '^(https?://)[^/\\]*@', '\1', 'i')
WHERE "storefront_url" ~* '^https?://[^/\\]*@';
