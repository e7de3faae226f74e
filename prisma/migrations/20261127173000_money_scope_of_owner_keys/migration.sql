-- By hand: Prisma has no checks.
-- compatible: the list only grows, and the version before takes a scope that it does not know for none.
ALTER TABLE "owner_keys" DROP CONSTRAINT "owner_keys_scopes_known";
ALTER TABLE "owner_keys" ADD CONSTRAINT "owner_keys_scopes_known"
    CHECK ("scopes" <@ ARRAY['catalogue', 'orders', 'money', 'customers', 'marketing', 'settings', 'read', 'storefront']) NOT VALID;

-- What they could do so far. A key without scopes may do everything.
UPDATE "owner_keys" SET "scopes" = array_append("scopes", 'money')
    WHERE 'orders' = ANY ("scopes") AND NOT 'money' = ANY ("scopes");
