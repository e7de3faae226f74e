-- By hand: two migrations of one day each named the subjects without the other's. NOT VALID, since every row that is
-- there has one of the fewer values.
ALTER TABLE "changes"
    DROP CONSTRAINT "changes_subject_known",
    ADD CONSTRAINT "changes_subject_known" CHECK ("subject" IN ('SETTINGS', 'PRODUCT', 'PICTURE', 'REVIEW', 'DISCOUNT', 'SHIPPING_ZONE', 'PAYMENT_METHOD', 'PAYMENT_ACCOUNT', 'MAIL_TEMPLATE', 'PAGE', 'REDIRECT', 'WEBHOOK', 'KEY', 'MEMBER', 'INVITATION')) NOT VALID;
