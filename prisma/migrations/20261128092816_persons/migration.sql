-- CreateTable
CREATE TABLE "persons" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_confirmed_at" TIMESTAMPTZ(3),
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "operator" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "persons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "person_id" UUID NOT NULL,
    "of_store" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "money" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("person_id","of_store")
);

-- CreateTable
CREATE TABLE "person_sessions" (
    "id" UUID NOT NULL,
    "id_hash" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "browser" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "log_in_guards" (
    "email_hash" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "last_failed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "log_in_guards_pkey" PRIMARY KEY ("email_hash")
);

-- CreateTable
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "set_up_code_hash" TEXT,
    "set_up_code_expires_at" TIMESTAMPTZ(3),
    "codes_tried" INTEGER NOT NULL DEFAULT 0,
    "codes_tried_since" TIMESTAMPTZ(3),
    "set_up_at" TIMESTAMPTZ(3),

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "persons_email_key" ON "persons"("email");

-- CreateIndex
CREATE INDEX "memberships_of_store_idx" ON "memberships"("of_store");

-- CreateIndex
CREATE UNIQUE INDEX "person_sessions_id_hash_key" ON "person_sessions"("id_hash");

-- CreateIndex
CREATE INDEX "person_sessions_person_id_idx" ON "person_sessions"("person_id");

-- CreateIndex
CREATE INDEX "person_sessions_last_used_at_idx" ON "person_sessions"("last_used_at");

-- CreateIndex
CREATE INDEX "log_in_guards_last_failed_at_idx" ON "log_in_guards"("last_failed_at");

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "person_sessions" ADD CONSTRAINT "person_sessions_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- By hand: Prisma has no checks.
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_role_known"
    CHECK ("role" IN ('OWNER', 'MANAGER', 'ORDERS', 'CATALOGUE', 'ACCOUNTANT')) NOT VALID;
ALTER TABLE "installation" ADD CONSTRAINT "installation_one_row" CHECK ("id" = 1) NOT VALID;
