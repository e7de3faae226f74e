-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "access_protection" TEXT NOT NULL DEFAULT 'HINT';

-- By hand: what must never be.
ALTER TABLE "stores" ADD CONSTRAINT "stores_access_protection_known" CHECK ("access_protection" IN ('SITE', 'HINT')) NOT VALID;
