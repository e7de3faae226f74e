-- AlterTable
ALTER TABLE "figure_states" ADD COLUMN     "renewed_until" TIMESTAMPTZ(3),
ADD COLUMN     "renewing_as_of" TIMESTAMPTZ(3);
