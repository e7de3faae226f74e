-- CreateTable
CREATE TABLE "picture_copies" (
    "store_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "caller_kind" TEXT,
    "caller_id" UUID,
    "searched" BOOLEAN NOT NULL DEFAULT false,
    "ran_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "picture_copies_pkey" PRIMARY KEY ("store_id","id")
);

-- CreateTable
CREATE TABLE "linked_pictures" (
    "store_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "copy_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "product_ids" UUID[],
    "picture_id" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "linked_pictures_pkey" PRIMARY KEY ("store_id","key")
);

-- CreateIndex
CREATE INDEX "picture_copies_created_at_idx" ON "picture_copies"("created_at");

-- CreateIndex
CREATE INDEX "linked_pictures_store_id_copy_id_status_idx" ON "linked_pictures"("store_id", "copy_id", "status");

-- CreateIndex
CREATE INDEX "linked_pictures_store_id_picture_id_idx" ON "linked_pictures"("store_id", "picture_id");

-- CreateIndex
CREATE INDEX "linked_pictures_expires_at_idx" ON "linked_pictures"("expires_at");

-- AddForeignKey
ALTER TABLE "picture_copies" ADD CONSTRAINT "picture_copies_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "linked_pictures" ADD CONSTRAINT "linked_pictures_store_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "linked_pictures" ADD CONSTRAINT "linked_pictures_store_id_picture_id_fkey" FOREIGN KEY ("store_id", "picture_id") REFERENCES "pictures"("store_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

ALTER TABLE "picture_copies" ADD CONSTRAINT "picture_copies_status_known"
  CHECK ("status" IN ('RUNNING', 'DONE', 'CANCELLED'));
ALTER TABLE "picture_copies" ADD CONSTRAINT "picture_copies_caller_kind_known"
  CHECK ("caller_kind" IN ('key', 'person'));
ALTER TABLE "linked_pictures" ADD CONSTRAINT "linked_pictures_status_known"
  CHECK ("status" IN ('WAITING', 'COPIED', 'FAILED'));

-- A queue for the job that copies linked pictures (src/process/job-kinds.ts).
SELECT pgboss.create_queue('picture-copy', '{"policy": "standard"}');
