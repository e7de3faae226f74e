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
