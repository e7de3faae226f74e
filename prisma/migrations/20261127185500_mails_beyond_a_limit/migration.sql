-- By hand: a further value that the code knows.
-- compatible: the previous version writes the value that remains, and shows a mail with the other one without a reason
ALTER TABLE "order_mails" DROP CONSTRAINT "order_mails_not_sent_known";
-- compatible: every row satisfies the narrower list that the constraint replaces
ALTER TABLE "order_mails" ADD CONSTRAINT "order_mails_not_sent_known" CHECK ("not_sent" IN ('NO_MAIL_SERVER', 'TOO_MANY_MAILS'));
