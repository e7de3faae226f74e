-- CreateTable
CREATE TABLE "second_factors" (
    "person_id" UUID NOT NULL,
    "secret_sealed" TEXT NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER NOT NULL DEFAULT 0,
    "recovery_hashes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "tries" INTEGER NOT NULL DEFAULT 0,
    "tries_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("person_id")
);

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("id") ON DELETE CASCADE ON UPDATE RESTRICT;
