-- AlterTable
ALTER TABLE "owner_keys" ADD COLUMN "power" TEXT NOT NULL DEFAULT 'SCOPES';

-- AlterTable
ALTER TABLE "product_imports" ADD COLUMN "caller_kind" TEXT NOT NULL DEFAULT 'key';

-- By hand: Prisma has no checks.
ALTER TABLE "owner_keys" ADD CONSTRAINT "owner_keys_power_known" CHECK ("power" IN ('EVERYTHING', 'SCOPES')) NOT VALID;
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_caller_kind_known"
    CHECK ("caller_kind" IN ('key', 'person')) NOT VALID;

-- What they could do so far. The version before goes on reading it from the empty list.
UPDATE "owner_keys" SET "power" = 'EVERYTHING' WHERE "scopes" = '{}';
