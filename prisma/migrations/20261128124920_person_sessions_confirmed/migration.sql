-- AlterTable
ALTER TABLE "person_sessions" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3);
