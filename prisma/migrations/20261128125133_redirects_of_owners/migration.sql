-- AlterTable
ALTER TABLE "redirects" ADD COLUMN     "by_owner" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "target" TEXT,
ADD COLUMN     "target_path" TEXT,
ALTER COLUMN "product_id" DROP NOT NULL;

-- By hand: it leads to a product or to a path of the same shop. NOT VALID, since the rows that are there lead to products.
ALTER TABLE "redirects"
    ADD CONSTRAINT "redirects_one_target" CHECK (("product_id" IS NULL) <> ("target" IS NULL)) NOT VALID,
    ADD CONSTRAINT "redirects_target_here" CHECK ("target" ~ '^/([^/\\]|$)') NOT VALID,
    ADD CONSTRAINT "redirects_target_path" CHECK (("target" IS NULL) = ("target_path" IS NULL)) NOT VALID;

-- By hand: one more subject. NOT VALID, since every row that is there has one of the fewer values.
ALTER TABLE "changes"
    DROP CONSTRAINT "changes_subject_known",
    ADD CONSTRAINT "changes_subject_known" CHECK ("subject" IN ('SETTINGS', 'PRODUCT', 'PICTURE', 'REVIEW', 'DISCOUNT', 'SHIPPING_ZONE', 'PAYMENT_METHOD', 'PAYMENT_ACCOUNT', 'MAIL_TEMPLATE', 'PAGE', 'REDIRECT', 'WEBHOOK', 'KEY')) NOT VALID;
