-- CreateTable
CREATE TABLE "person_codes" (
    "code_hash" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_codes_pkey" PRIMARY KEY ("code_hash")
);

-- CreateIndex
CREATE INDEX "person_codes_person_id_idx" ON "person_codes"("person_id");

-- CreateIndex
CREATE INDEX "person_codes_expires_at_idx" ON "person_codes"("expires_at");

-- AddForeignKey
ALTER TABLE "person_codes" ADD CONSTRAINT "person_codes_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- By hand: Prisma has no checks.
ALTER TABLE "person_codes" ADD CONSTRAINT "person_codes_purpose_known"
    CHECK ("purpose" IN ('PASSWORD', 'LOG_IN', 'NEW_EMAIL', 'OLD_EMAIL', 'UNDO_EMAIL')) NOT VALID;
SELECT pgboss.create_queue('person-mail', '{"policy": "standard"}');
