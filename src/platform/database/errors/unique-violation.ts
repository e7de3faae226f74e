import { Prisma } from '../../../generated/prisma/client.ts'
import { isServerError } from './sql-state.ts'

/**
 * Whether a write failed because of a unique key: of one that includes the column, when that is given by its name in
 * the database.
 */
export function isUniqueViolation(error: unknown, column = ''): boolean {
  if (isServerError(error)) {
    const { code, constraint = '', message } = error
    return (code === '23505' && constraint.includes(column)) || isCopiedViolation(code, message, column)
  }
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  const meta = JSON.stringify(error.meta ?? {})
  if (error.code === 'P2002') return meta.includes(column)
  if (error.code !== 'P2010') return false
  // For raw SQL, Prisma reports PostgreSQL's code and the name of the constraint.
  return (meta.includes('23505') && meta.includes(column)) || isCopiedViolation(meta, meta, column)
}

/**
 * Citus sends the rows of an INSERT with a SELECT by COPY, whose errors arrive without their code. The name of the key
 * then ends in the number of the shard.
 */
function isCopiedViolation(code: string, message: string, column: string): boolean {
  const [key] = /\w+_p?key_\d+(?=\\?")/.exec(message) ?? []
  return code.includes('XX000') && key?.includes(column) === true
}
