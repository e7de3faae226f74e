-- CreateTable
CREATE TABLE "product_search" (
    "store_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "active" BOOLEAN NOT NULL,
    "display_order" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "price" BIGINT NOT NULL,
    "on_sale" BOOLEAN NOT NULL,
    "rating" INTEGER NOT NULL,
    "category" TEXT NOT NULL,
    "category_key" TEXT NOT NULL,
    "brand" TEXT NOT NULL,
    "brand_key" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "words" tsvector NOT NULL,
    "product_version" INTEGER NOT NULL,

    CONSTRAINT "product_search_pkey" PRIMARY KEY ("store_id","product_id")
);

-- CreateTable
CREATE TABLE "product_sales" (
    "store_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "units" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "product_sales_pkey" PRIMARY KEY ("store_id","product_id")
);

-- CreateTable
CREATE TABLE "search_words" (
    "store_id" UUID NOT NULL,
    "word" TEXT NOT NULL,
    "length" SMALLINT NOT NULL,
    "letters" INTEGER NOT NULL,

    CONSTRAINT "search_words_pkey" PRIMARY KEY ("store_id","word")
);

-- CreateIndex
CREATE INDEX "product_sales_store_id_units_created_at_product_id_idx" ON "product_sales"("store_id", "units" DESC, "created_at" DESC, "product_id" DESC);

-- CreateIndex
CREATE INDEX "search_words_store_id_length_letters_word_idx" ON "search_words"("store_id", "length", "letters", "word");

-- AddForeignKey
ALTER TABLE "product_search" ADD CONSTRAINT "product_search_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "products"("store_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "product_sales" ADD CONSTRAINT "product_sales_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "products"("store_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "search_words" ADD CONSTRAINT "search_words_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- By hand: each order of the list as one that falls in all its columns, so that what stands behind a cursor is one
-- comparison of rows, and one stretch of the index. Small pending lists, because every search reads them through.
CREATE INDEX "product_search_featured_idx" ON "product_search" ("store_id", (- "display_order"::bigint) DESC, "created_at" DESC, "product_id" DESC) WHERE "active";
CREATE INDEX "product_search_newest_idx" ON "product_search" ("store_id", "created_at" DESC, "product_id" DESC) WHERE "active";
CREATE INDEX "product_search_cheapest_idx" ON "product_search" ("store_id", (- "price") DESC, "created_at" DESC, "product_id" DESC) WHERE "active";
CREATE INDEX "product_search_dearest_idx" ON "product_search" ("store_id", "price" DESC, "created_at" DESC, "product_id" DESC) WHERE "active";
CREATE INDEX "product_search_rating_idx" ON "product_search" ("store_id", "rating" DESC, "created_at" DESC, "product_id" DESC) WHERE "active";
CREATE INDEX "product_search_category_idx" ON "product_search" ("store_id", "category_key", (- "display_order"::bigint) DESC, "created_at" DESC, "product_id" DESC) WHERE "active";
CREATE INDEX "product_search_brand_idx" ON "product_search" ("store_id", "brand_key") WHERE "active";
CREATE INDEX "product_search_words_idx" ON "product_search" USING gin ("words") WITH (gin_pending_list_limit = 256) WHERE "active";

-- A queue for the job that indexes what is not indexed as it is (src/gateway/job-kinds.ts).
SELECT pgboss.create_queue('product-index', '{"policy": "standard"}');
