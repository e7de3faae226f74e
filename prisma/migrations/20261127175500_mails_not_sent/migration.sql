-- AlterTable
ALTER TABLE "order_mails" ADD COLUMN     "not_sent" TEXT;

-- By hand: the values that the code knows.
-- compatible: the column is new and empty, and the table holds the mails of 90 days
ALTER TABLE "order_mails" ADD CONSTRAINT "order_mails_not_sent_known" CHECK ("not_sent" IN ('NO_MAIL_SERVER'));
