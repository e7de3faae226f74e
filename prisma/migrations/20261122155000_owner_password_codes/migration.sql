-- By hand: one more known value. The version before writes none of it.
ALTER TABLE "customer_codes" DROP CONSTRAINT "customer_codes_purpose_known";
ALTER TABLE "customer_codes"
    ADD CONSTRAINT "customer_codes_purpose_known" CHECK ("purpose" IN ('PASSWORD', 'OWNER_PASSWORD', 'EMAIL')) NOT VALID;
ALTER TABLE "customer_codes" VALIDATE CONSTRAINT "customer_codes_purpose_known";
