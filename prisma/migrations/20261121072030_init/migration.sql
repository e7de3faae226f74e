-- CreateEnum
CREATE TYPE "review_status" AS ENUM ('PENDING', 'APPROVED', 'REJECTED');

-- CreateEnum
CREATE TYPE "discount_type" AS ENUM ('PERCENT', 'FIXED');

-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('PENDING', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'FAILED');

-- CreateEnum
CREATE TYPE "payment_status" AS ENUM ('PENDING', 'PAID', 'FAILED', 'REFUNDED');

-- CreateEnum
CREATE TYPE "payment_provider" AS ENUM ('SANDBOX', 'RAZORPAY');

-- CreateEnum
CREATE TYPE "loyalty_entry_kind" AS ENUM ('OPENING', 'EARN', 'REDEEM', 'REFERRAL', 'ADJUSTMENT', 'EARN_REVERSAL', 'REDEEM_REVERSAL');

-- CreateTable
CREATE TABLE "stores" (
    "id" UUID NOT NULL,
    "subdomain" TEXT NOT NULL,
    "business_name" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "active" BOOLEAN NOT NULL DEFAULT true,
    "owner_email" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "tax_rate_micro" INTEGER NOT NULL DEFAULT 0,
    "tax_inclusive" BOOLEAN NOT NULL DEFAULT false,
    "shipping_fee" BIGINT NOT NULL DEFAULT 0,
    "shipping_free_from" BIGINT,
    "loyalty_enabled" BOOLEAN NOT NULL DEFAULT false,
    "earn_rate_micro" BIGINT NOT NULL DEFAULT 0,
    "redeem_rate_micro" BIGINT NOT NULL DEFAULT 0,
    "chat_enabled" BOOLEAN NOT NULL DEFAULT false,
    "chat_context" TEXT NOT NULL DEFAULT '',
    "access_password_hash" TEXT,
    "access_password_version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "stores_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "owner_keys" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "owner_keys_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "payment_accounts" (
    "store_id" UUID NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "key_id" TEXT NOT NULL,
    "sealed_key_secret" TEXT NOT NULL,
    "sealed_webhook_secret" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_accounts_pkey" PRIMARY KEY ("store_id")
);

-- CreateTable
CREATE TABLE "store_usage" (
    "store_id" UUID NOT NULL,
    "leads" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "store_usage_pkey" PRIMARY KEY ("store_id")
);

-- CreateTable
CREATE TABLE "services" (
    "store_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "price" BIGINT,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "services_pkey" PRIMARY KEY ("store_id","name")
);

-- CreateTable
CREATE TABLE "products" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "price" BIGINT NOT NULL,
    "sale_price" BIGINT,
    "category" TEXT NOT NULL DEFAULT '',
    "category_key" TEXT NOT NULL DEFAULT '',
    "images" TEXT[],
    "stock" INTEGER,
    "tax_rate_micro" INTEGER,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "display_order" INTEGER NOT NULL DEFAULT 0,
    "review_count" INTEGER NOT NULL DEFAULT 0,
    "rating_sum" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "products_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "variants" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "options" JSONB NOT NULL,
    "options_key" TEXT NOT NULL,
    "price" BIGINT,
    "sale_price" BIGINT,
    "stock" INTEGER,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "variants_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "discounts" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "type" "discount_type" NOT NULL,
    "percent_micro" INTEGER,
    "amount" BIGINT,
    "min_subtotal" BIGINT,
    "max_discount" BIGINT,
    "usage_limit" INTEGER,
    "per_customer_limit" INTEGER,
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "active" BOOLEAN NOT NULL DEFAULT true,
    "times_used" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "discounts_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "customers" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "email" TEXT,
    "address" TEXT,
    "password_hash" TEXT NOT NULL,
    "referral_code" TEXT NOT NULL,
    "referred_by_id" UUID,
    "points" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customers_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "orders" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "order_no" TEXT NOT NULL,
    "customer_id" UUID,
    "status" "order_status" NOT NULL DEFAULT 'PENDING',
    "payment_status" "payment_status" NOT NULL DEFAULT 'PENDING',
    "buyer_name" TEXT NOT NULL,
    "buyer_phone" TEXT NOT NULL,
    "buyer_phone_digits" TEXT NOT NULL,
    "buyer_email" TEXT,
    "buyer_address" TEXT,
    "buyer_notes" TEXT,
    "currency" TEXT NOT NULL,
    "subtotal" BIGINT NOT NULL,
    "discount_amount" BIGINT NOT NULL DEFAULT 0,
    "loyalty_discount" BIGINT NOT NULL DEFAULT 0,
    "shipping_fee" BIGINT NOT NULL DEFAULT 0,
    "tax_amount" BIGINT NOT NULL DEFAULT 0,
    "tax_inclusive" BOOLEAN NOT NULL DEFAULT false,
    "total" BIGINT NOT NULL,
    "points_used" INTEGER NOT NULL DEFAULT 0,
    "points_earned" INTEGER NOT NULL DEFAULT 0,
    "discount_id" UUID,
    "discount_code" TEXT,
    "provider" "payment_provider",
    "provider_order_id" TEXT,
    "hold_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "needs_attention" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "order_items" (
    "store_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "product_id" UUID NOT NULL,
    "variant_id" UUID,
    "name" TEXT NOT NULL,
    "options" JSONB,
    "unit_price" BIGINT NOT NULL,
    "qty" INTEGER NOT NULL,
    "tax_rate_micro" INTEGER NOT NULL DEFAULT 0,
    "stock_counted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "order_items_pkey" PRIMARY KEY ("store_id","order_id","position")
);

-- CreateTable
CREATE TABLE "order_events" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "actor" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "detail" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_events_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "payments" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "provider_payment_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "payment_events" (
    "store_id" UUID NOT NULL,
    "provider" "payment_provider" NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_events_pkey" PRIMARY KEY ("store_id","provider","event_id")
);

-- CreateTable
CREATE TABLE "stock_holds" (
    "store_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "product_id" UUID NOT NULL,
    "variant_id" UUID,
    "qty" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stock_holds_pkey" PRIMARY KEY ("store_id","order_id","position")
);

-- CreateTable
CREATE TABLE "discount_uses" (
    "store_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "discount_id" UUID NOT NULL,
    "buyer_key" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "discount_uses_pkey" PRIMARY KEY ("store_id","order_id")
);

-- CreateTable
CREATE TABLE "points_holds" (
    "store_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "points" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "points_holds_pkey" PRIMARY KEY ("store_id","order_id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "store_id" UUID NOT NULL,
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "answer" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("store_id","caller","key")
);

-- CreateTable
CREATE TABLE "reviews" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "customer_id" UUID,
    "reviewer_name" TEXT NOT NULL,
    "rating" INTEGER NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "body" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "status" "review_status" NOT NULL DEFAULT 'PENDING',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "moderated_at" TIMESTAMPTZ(3),

    CONSTRAINT "reviews_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "wishlist_items" (
    "store_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "wishlist_items_pkey" PRIMARY KEY ("store_id","customer_id","product_id")
);

-- CreateTable
CREATE TABLE "loyalty_entries" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "kind" "loyalty_entry_kind" NOT NULL,
    "points" INTEGER NOT NULL,
    "order_id" UUID,
    "referred_id" UUID,
    "reason" TEXT NOT NULL DEFAULT '',
    "balance_after" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "loyalty_entries_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "subscribers" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "source" TEXT NOT NULL DEFAULT 'popup',
    "consented_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscribers_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "leads" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "leads_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "chat_days" (
    "store_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "messages" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "chat_days_pkey" PRIMARY KEY ("store_id","day")
);

-- CreateTable
CREATE TABLE "access_tokens" (
    "store_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "password_version" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("store_id","token_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "stores_subdomain_key" ON "stores"("subdomain");

-- CreateIndex
CREATE UNIQUE INDEX "owner_keys_store_id_key_hash_key" ON "owner_keys"("store_id", "key_hash");

-- CreateIndex
CREATE INDEX "products_store_id_active_display_order_created_at_id_idx" ON "products"("store_id", "active", "display_order", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "products_store_id_category_key_active_display_order_created_idx" ON "products"("store_id", "category_key", "active", "display_order", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "products_store_id_slug_key" ON "products"("store_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "variants_store_id_product_id_options_key_key" ON "variants"("store_id", "product_id", "options_key");

-- CreateIndex
CREATE UNIQUE INDEX "discounts_store_id_code_key" ON "discounts"("store_id", "code");

-- CreateIndex
CREATE INDEX "customers_store_id_referred_by_id_created_at_idx" ON "customers"("store_id", "referred_by_id", "created_at");

-- CreateIndex
CREATE INDEX "customers_store_id_created_at_id_idx" ON "customers"("store_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "customers_store_id_phone_key" ON "customers"("store_id", "phone");

-- CreateIndex
CREATE UNIQUE INDEX "customers_store_id_referral_code_key" ON "customers"("store_id", "referral_code");

-- CreateIndex
CREATE INDEX "orders_store_id_customer_id_created_at_id_idx" ON "orders"("store_id", "customer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_store_id_status_created_at_id_idx" ON "orders"("store_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_store_id_created_at_id_idx" ON "orders"("store_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "orders_store_id_order_no_key" ON "orders"("store_id", "order_no");

-- CreateIndex
CREATE UNIQUE INDEX "orders_store_id_provider_order_id_key" ON "orders"("store_id", "provider_order_id");

-- CreateIndex
CREATE INDEX "order_items_store_id_product_id_idx" ON "order_items"("store_id", "product_id");

-- CreateIndex
CREATE INDEX "order_events_store_id_order_id_created_at_idx" ON "order_events"("store_id", "order_id", "created_at");

-- CreateIndex
CREATE INDEX "payments_store_id_order_id_idx" ON "payments"("store_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "payments_store_id_provider_provider_payment_id_key" ON "payments"("store_id", "provider", "provider_payment_id");

-- CreateIndex
CREATE INDEX "stock_holds_store_id_product_id_expires_at_idx" ON "stock_holds"("store_id", "product_id", "expires_at");

-- CreateIndex
CREATE INDEX "discount_uses_store_id_discount_id_buyer_key_idx" ON "discount_uses"("store_id", "discount_id", "buyer_key");

-- CreateIndex
CREATE INDEX "discount_uses_store_id_discount_id_expires_at_idx" ON "discount_uses"("store_id", "discount_id", "expires_at");

-- CreateIndex
CREATE INDEX "points_holds_store_id_customer_id_expires_at_idx" ON "points_holds"("store_id", "customer_id", "expires_at");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "reviews_store_id_product_id_status_created_at_id_idx" ON "reviews"("store_id", "product_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "reviews_store_id_status_created_at_id_idx" ON "reviews"("store_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "wishlist_items_store_id_customer_id_created_at_idx" ON "wishlist_items"("store_id", "customer_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "loyalty_entries_store_id_customer_id_created_at_id_idx" ON "loyalty_entries"("store_id", "customer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "loyalty_entries_store_id_order_id_kind_key" ON "loyalty_entries"("store_id", "order_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "loyalty_entries_store_id_referred_id_key" ON "loyalty_entries"("store_id", "referred_id");

-- CreateIndex
CREATE INDEX "subscribers_store_id_consented_at_id_idx" ON "subscribers"("store_id", "consented_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "subscribers_store_id_email_key" ON "subscribers"("store_id", "email");

-- CreateIndex
CREATE INDEX "leads_store_id_created_at_id_idx" ON "leads"("store_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "access_tokens_expires_at_idx" ON "access_tokens"("expires_at");

-- AddForeignKey
ALTER TABLE "owner_keys" ADD CONSTRAINT "owner_keys_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_usage" ADD CONSTRAINT "store_usage_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "services" ADD CONSTRAINT "services_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "variants" ADD CONSTRAINT "variants_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "products"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customers" ADD CONSTRAINT "customers_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customers" ADD CONSTRAINT "customers_store_id_referred_by_id_fkey" FOREIGN KEY ("store_id", "referred_by_id") REFERENCES "customers"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customers"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "points_holds" ADD CONSTRAINT "points_holds_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "points_holds" ADD CONSTRAINT "points_holds_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customers"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "products"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customers"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customers"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_store_id_product_id_fkey" FOREIGN KEY ("store_id", "product_id") REFERENCES "products"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "loyalty_entries" ADD CONSTRAINT "loyalty_entries_store_id_customer_id_fkey" FOREIGN KEY ("store_id", "customer_id") REFERENCES "customers"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "loyalty_entries" ADD CONSTRAINT "loyalty_entries_store_id_order_id_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "leads" ADD CONSTRAINT "leads_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_days" ADD CONSTRAINT "chat_days_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ------------------------------------------------------------------------------------------------------------------
-- By hand: what must never be, whatever the code above it does. Prisma has no words for CHECK constraints and leaves
-- them alone. Only what no right program would write is refused here. Rules that an owner may want to change are not.
-- ------------------------------------------------------------------------------------------------------------------

ALTER TABLE "stores"
    ADD CONSTRAINT "stores_subdomain_form" CHECK ("subdomain" ~ '^[a-z0-9-]+$'),
    ADD CONSTRAINT "stores_currency_form" CHECK ("currency" ~ '^[A-Z]{3}$'),
    ADD CONSTRAINT "stores_tax_rate_range" CHECK ("tax_rate_micro" BETWEEN 0 AND 1000000),
    ADD CONSTRAINT "stores_shipping_fee_not_negative" CHECK ("shipping_fee" >= 0),
    ADD CONSTRAINT "stores_shipping_free_from_not_negative" CHECK ("shipping_free_from" >= 0),
    ADD CONSTRAINT "stores_earn_rate_not_negative" CHECK ("earn_rate_micro" >= 0),
    ADD CONSTRAINT "stores_redeem_rate_not_negative" CHECK ("redeem_rate_micro" >= 0),
    ADD CONSTRAINT "stores_access_password_version_not_negative" CHECK ("access_password_version" >= 0);

ALTER TABLE "store_usage"
    ADD CONSTRAINT "store_usage_leads_not_negative" CHECK ("leads" >= 0);

ALTER TABLE "services"
    ADD CONSTRAINT "services_price_not_negative" CHECK ("price" >= 0);

-- A sale price above the price is no mistake: it does not apply.
ALTER TABLE "products"
    ADD CONSTRAINT "products_price_not_negative" CHECK ("price" >= 0),
    ADD CONSTRAINT "products_sale_price_not_negative" CHECK ("sale_price" >= 0),
    ADD CONSTRAINT "products_stock_not_negative" CHECK ("stock" >= 0),
    ADD CONSTRAINT "products_tax_rate_range" CHECK ("tax_rate_micro" BETWEEN 0 AND 1000000),
    ADD CONSTRAINT "products_review_count_not_negative" CHECK ("review_count" >= 0),
    ADD CONSTRAINT "products_rating_sum_range" CHECK ("rating_sum" BETWEEN "review_count" AND 5 * "review_count"::BIGINT);

ALTER TABLE "variants"
    ADD CONSTRAINT "variants_options_object" CHECK (jsonb_typeof("options") = 'object'),
    ADD CONSTRAINT "variants_price_not_negative" CHECK ("price" >= 0),
    ADD CONSTRAINT "variants_sale_price_not_negative" CHECK ("sale_price" >= 0),
    ADD CONSTRAINT "variants_stock_not_negative" CHECK ("stock" >= 0);

-- The count may pass the limit: a payment that comes late is a use all the same.
ALTER TABLE "discounts"
    ADD CONSTRAINT "discounts_value_of_type" CHECK (
        CASE "type"
            WHEN 'PERCENT' THEN "percent_micro" IS NOT NULL AND "amount" IS NULL
            WHEN 'FIXED' THEN "amount" IS NOT NULL AND "percent_micro" IS NULL
        END
    ),
    ADD CONSTRAINT "discounts_percent_range" CHECK ("percent_micro" BETWEEN 0 AND 1000000),
    ADD CONSTRAINT "discounts_amount_not_negative" CHECK ("amount" >= 0),
    ADD CONSTRAINT "discounts_min_subtotal_not_negative" CHECK ("min_subtotal" >= 0),
    ADD CONSTRAINT "discounts_max_discount_not_negative" CHECK ("max_discount" >= 0),
    ADD CONSTRAINT "discounts_usage_limit_not_negative" CHECK ("usage_limit" >= 0),
    ADD CONSTRAINT "discounts_per_customer_limit_not_negative" CHECK ("per_customer_limit" >= 0),
    ADD CONSTRAINT "discounts_times_used_not_negative" CHECK ("times_used" >= 0);

ALTER TABLE "customers"
    ADD CONSTRAINT "customers_phone_digits" CHECK ("phone" ~ '^[0-9]{1,50}$'),
    ADD CONSTRAINT "customers_points_not_negative" CHECK ("points" >= 0),
    ADD CONSTRAINT "customers_referred_by_another" CHECK ("referred_by_id" <> "id");

ALTER TABLE "orders"
    ADD CONSTRAINT "orders_phone_digits" CHECK ("buyer_phone_digits" ~ '^[0-9]{0,50}$'),
    ADD CONSTRAINT "orders_currency_form" CHECK ("currency" ~ '^[A-Z]{3}$'),
    ADD CONSTRAINT "orders_subtotal_not_negative" CHECK ("subtotal" >= 0),
    ADD CONSTRAINT "orders_discount_amount_not_negative" CHECK ("discount_amount" >= 0),
    ADD CONSTRAINT "orders_loyalty_discount_not_negative" CHECK ("loyalty_discount" >= 0),
    ADD CONSTRAINT "orders_reductions_within_subtotal" CHECK ("discount_amount" + "loyalty_discount" <= "subtotal"),
    ADD CONSTRAINT "orders_shipping_fee_not_negative" CHECK ("shipping_fee" >= 0),
    ADD CONSTRAINT "orders_tax_amount_not_negative" CHECK ("tax_amount" >= 0),
    ADD CONSTRAINT "orders_total_not_negative" CHECK ("total" >= 0),
    ADD CONSTRAINT "orders_total_is_sum" CHECK (
        "subtotal" - "discount_amount" - "loyalty_discount" + "shipping_fee"
            + CASE WHEN "tax_inclusive" THEN 0 ELSE "tax_amount" END = "total"
    ),
    ADD CONSTRAINT "orders_points_used_not_negative" CHECK ("points_used" >= 0),
    ADD CONSTRAINT "orders_points_earned_not_negative" CHECK ("points_earned" >= 0),
    ADD CONSTRAINT "orders_points_of_customer" CHECK (
        "customer_id" IS NOT NULL OR ("points_used" = 0 AND "points_earned" = 0)
    );

ALTER TABLE "order_items"
    ADD CONSTRAINT "order_items_position_not_negative" CHECK ("position" >= 0),
    ADD CONSTRAINT "order_items_qty_range" CHECK ("qty" BETWEEN 1 AND 99),
    ADD CONSTRAINT "order_items_unit_price_not_negative" CHECK ("unit_price" >= 0),
    ADD CONSTRAINT "order_items_tax_rate_range" CHECK ("tax_rate_micro" BETWEEN 0 AND 1000000);

ALTER TABLE "payments"
    ADD CONSTRAINT "payments_amount_not_negative" CHECK ("amount" >= 0);

ALTER TABLE "stock_holds"
    ADD CONSTRAINT "stock_holds_qty_positive" CHECK ("qty" > 0);

ALTER TABLE "points_holds"
    ADD CONSTRAINT "points_holds_points_positive" CHECK ("points" > 0);

ALTER TABLE "reviews"
    ADD CONSTRAINT "reviews_rating_range" CHECK ("rating" BETWEEN 1 AND 5);

-- The unique keys that make an entry happen once hold only where their columns are set.
ALTER TABLE "loyalty_entries"
    ADD CONSTRAINT "loyalty_entries_balance_not_negative" CHECK ("balance_after" >= 0),
    ADD CONSTRAINT "loyalty_entries_sign_of_kind" CHECK (
        CASE
            WHEN "kind" IN ('OPENING', 'EARN', 'REFERRAL', 'REDEEM_REVERSAL') THEN "points" >= 0
            WHEN "kind" IN ('REDEEM', 'EARN_REVERSAL') THEN "points" <= 0
            ELSE TRUE
        END
    ),
    ADD CONSTRAINT "loyalty_entries_order_of_kind" CHECK (
        ("kind" IN ('EARN', 'REDEEM', 'EARN_REVERSAL', 'REDEEM_REVERSAL')) = ("order_id" IS NOT NULL)
    ),
    ADD CONSTRAINT "loyalty_entries_referred_of_kind" CHECK (("kind" = 'REFERRAL') = ("referred_id" IS NOT NULL));

ALTER TABLE "chat_days"
    ADD CONSTRAINT "chat_days_messages_not_negative" CHECK ("messages" >= 0);
