import { Prisma } from '../../generated/prisma/client.ts'

/** Whether a write failed because of a unique key over the column (its name in the database). */
export function isUniqueViolation(error: unknown, column: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  const meta = JSON.stringify(error.meta ?? {})
  // Raw SQL reports PostgreSQL's own code, and the constraint's name.
  return (error.code === 'P2002' || (error.code === 'P2010' && meta.includes('23505'))) && meta.includes(column)
}
