-- AlterTable
ALTER TABLE "stores" ADD COLUMN     "business_address_country" TEXT,
ADD COLUMN     "business_address_postal_code" TEXT,
ADD COLUMN     "business_address_region" TEXT,
ADD COLUMN     "business_address_street" TEXT,
ADD COLUMN     "business_address_town" TEXT,
ADD COLUMN     "business_email" TEXT,
ADD COLUMN     "business_grievance_officer_designation" TEXT,
ADD COLUMN     "business_grievance_officer_email" TEXT,
ADD COLUMN     "business_grievance_officer_name" TEXT,
ADD COLUMN     "business_grievance_officer_phone" TEXT,
ADD COLUMN     "business_legal_name" TEXT,
ADD COLUMN     "business_phone" TEXT,
ADD COLUMN     "business_registration_numbers" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "business_representatives" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "business_trade_register" TEXT,
ADD COLUMN     "business_version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "locale" TEXT;

-- By hand: NOT VALID, since every row has the default.
ALTER TABLE "stores"
  ADD CONSTRAINT "stores_business_registration_numbers_list" CHECK (jsonb_typeof("business_registration_numbers") = 'array') NOT VALID;
