-- CreateTable
CREATE TABLE "product_imports" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "file_bytes" INTEGER NOT NULL,
    "owner_key_id" UUID NOT NULL,
    "set_stock" BOOLEAN NOT NULL DEFAULT false,
    "allow_free" BOOLEAN NOT NULL DEFAULT false,
    "tax_classes" TEXT NOT NULL DEFAULT '',
    "progress" INTEGER NOT NULL DEFAULT 0,
    "added" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "stored_to" INTEGER NOT NULL DEFAULT 0,
    "report" JSONB,
    "failure" TEXT NOT NULL DEFAULT '',
    "run_id" UUID,
    "leased_until" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "product_imports_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "product_import_parts" (
    "store_id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "product_import_parts_pkey" PRIMARY KEY ("store_id","import_id","kind","number")
);

-- CreateIndex
CREATE INDEX "product_imports_created_at_idx" ON "product_imports"("created_at");

-- CreateIndex
CREATE INDEX "product_import_parts_created_at_idx" ON "product_import_parts"("created_at");

-- AddForeignKey
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "product_import_parts" ADD CONSTRAINT "product_import_parts_store_id_import_id_fkey" FOREIGN KEY ("store_id", "import_id") REFERENCES "product_imports"("store_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_status_known"
  CHECK ("status" IN ('UPLOADING', 'CHECKING', 'CHECKED', 'IMPORTING', 'DONE', 'FAILED', 'CANCELLED'));
ALTER TABLE "product_import_parts" ADD CONSTRAINT "product_import_parts_kind_known"
  CHECK ("kind" IN ('FILE', 'REFUSED'));

-- A queue for the job that checks and imports files (src/job-kinds.ts).
SELECT pgboss.create_queue('product-import', '{"policy": "standard"}');
