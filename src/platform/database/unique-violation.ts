import { Prisma } from '../../generated/prisma/client.ts'
import { isServerError } from './sql-state.ts'

/** Whether a write failed because of a unique key that includes the column, given by its name in the database. */
export function isUniqueViolation(error: unknown, column: string): boolean {
  if (isServerError(error)) return error.code === '23505' && (error.constraint ?? '').includes(column)
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  const meta = JSON.stringify(error.meta ?? {})
  // For raw SQL, Prisma reports PostgreSQL's code and the name of the constraint.
  return (error.code === 'P2002' || (error.code === 'P2010' && meta.includes('23505'))) && meta.includes(column)
}
