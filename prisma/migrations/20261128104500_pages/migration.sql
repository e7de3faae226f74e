-- CreateTable
CREATE TABLE "pages" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "markdown" TEXT NOT NULL DEFAULT '',
    "published" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "pages_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "pages_store_id_slug_key" ON "pages"("store_id", "slug");

-- AddForeignKey
ALTER TABLE "pages" ADD CONSTRAINT "pages_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- By hand: one more subject. NOT VALID, since every row that is there has one of the fewer values.
ALTER TABLE "changes"
    DROP CONSTRAINT "changes_subject_known",
    ADD CONSTRAINT "changes_subject_known" CHECK ("subject" IN ('SETTINGS', 'PRODUCT', 'PICTURE', 'REVIEW', 'DISCOUNT', 'SHIPPING_ZONE', 'PAYMENT_METHOD', 'PAYMENT_ACCOUNT', 'MAIL_TEMPLATE', 'PAGE', 'WEBHOOK', 'KEY')) NOT VALID;
