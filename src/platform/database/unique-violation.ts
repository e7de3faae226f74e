import { Prisma } from '../../generated/prisma/client.ts'

/** Whether a write failed because of a unique key over the column (its name in the database). */
export function isUniqueViolation(error: unknown, column: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return false
  return JSON.stringify(error.meta).includes(column)
}
