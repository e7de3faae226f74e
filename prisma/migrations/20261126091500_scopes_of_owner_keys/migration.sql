ALTER TABLE "owner_keys" ADD COLUMN "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- By hand: Prisma has no checks.
ALTER TABLE "owner_keys" ADD CONSTRAINT "owner_keys_scopes_known"
    CHECK ("scopes" <@ ARRAY['catalogue', 'orders', 'customers', 'marketing', 'settings', 'read', 'storefront']) NOT VALID;
