-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "of_store" UUID,
    "email" TEXT NOT NULL,
    "role" TEXT,
    "money" BOOLEAN NOT NULL DEFAULT false,
    "way" TEXT NOT NULL,
    "token_hash" TEXT,
    "invited_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_of_store_email_key" ON "invitations"("of_store", "email");

-- By hand: Prisma has no checks.
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_known"
    CHECK ("role" IN ('OWNER', 'MANAGER', 'ORDERS', 'CATALOGUE', 'ACCOUNTANT')) NOT VALID;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_way_known" CHECK ("way" IN ('MAIL', 'LINK')) NOT VALID;
-- To a store in a role, or to run the installation.
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_in_store"
    CHECK (("of_store" IS NULL) = ("role" IS NULL)) NOT VALID;

-- Two more subjects. NOT VALID, since every row that is there has one of the fewer values.
ALTER TABLE "changes"
    DROP CONSTRAINT "changes_subject_known",
    ADD CONSTRAINT "changes_subject_known" CHECK ("subject" IN ('SETTINGS', 'PRODUCT', 'PICTURE', 'REVIEW', 'DISCOUNT', 'SHIPPING_ZONE', 'PAYMENT_METHOD', 'PAYMENT_ACCOUNT', 'MAIL_TEMPLATE', 'PAGE', 'WEBHOOK', 'KEY', 'MEMBER', 'INVITATION')) NOT VALID;

-- A queue for the job that mails invitations (src/process/job-kinds.ts).
SELECT pgboss.create_queue('invitation-mail', '{"policy": "standard"}');
