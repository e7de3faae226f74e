-- CreateTable
CREATE TABLE "figure_states" (
    "store_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "carts_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "figure_states_pkey" PRIMARY KEY ("store_id")
);

-- CreateTable
CREATE TABLE "figure_spans" (
    "store_id" UUID NOT NULL,
    "play_money" BOOLEAN NOT NULL,
    "start" TIMESTAMPTZ(3) NOT NULL,
    "currency" TEXT NOT NULL,
    "orders" INTEGER NOT NULL,
    "items" INTEGER NOT NULL,
    "sales" BIGINT NOT NULL,
    "revenue" BIGINT NOT NULL,
    "refunds" BIGINT NOT NULL,

    CONSTRAINT "figure_spans_pkey" PRIMARY KEY ("store_id","play_money","start","currency")
);

-- CreateTable
CREATE TABLE "product_spans" (
    "store_id" UUID NOT NULL,
    "play_money" BOOLEAN NOT NULL,
    "is_month" BOOLEAN NOT NULL,
    "start" TIMESTAMPTZ(3) NOT NULL,
    "currency" TEXT NOT NULL,
    "product_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "units" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "sales" BIGINT[] DEFAULT ARRAY[]::BIGINT[],

    CONSTRAINT "product_spans_pkey" PRIMARY KEY ("store_id","play_money","is_month","start","currency")
);

-- CreateTable
CREATE TABLE "cart_spans" (
    "store_id" UUID NOT NULL,
    "start" TIMESTAMPTZ(3) NOT NULL,
    "made" INTEGER NOT NULL,
    "ordered" INTEGER NOT NULL,

    CONSTRAINT "cart_spans_pkey" PRIMARY KEY ("store_id","start")
);

-- AddForeignKey
ALTER TABLE "figure_states" ADD CONSTRAINT "figure_states_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "figure_spans" ADD CONSTRAINT "figure_spans_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "product_spans" ADD CONSTRAINT "product_spans_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "cart_spans" ADD CONSTRAINT "cart_spans_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- A queue for the job that adds up (src/job-kinds.ts).
SELECT pgboss.create_queue('figures', '{"policy": "standard"}');
