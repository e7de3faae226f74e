import { Prisma } from '../../../generated/prisma/client.ts'
import { isServerError } from './sql-state.ts'

/**
 * Whether a write failed because it refers to a row that is gone, or because a row that goes is referred to. The key's
 * last column is one of these, given by its name in the database; without any, it may be any key.
 */
export function isForeignKeyViolation(error: unknown, ...columns: string[]): boolean {
  const isOf = (text: string) => columns.length === 0 || columns.some((column) => text.includes(`_${column}_fkey`))
  if (isServerError(error)) return error.code === '23503' && isOf(error.constraint ?? error.message)
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  const told = `${JSON.stringify(error.meta ?? {})} ${error.message}`
  return (error.code === 'P2003' || told.includes('23503')) && isOf(told)
}

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
