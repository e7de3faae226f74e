import { Prisma } from '../../generated/prisma/client.ts'

/** Whether a write failed because of a unique key that covers the field (its name in the Prisma schema). */
export function isUniqueViolation(error: unknown, field: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return false
  return JSON.stringify(error.meta).includes(field)
}
