import { Prisma } from '../../../generated/prisma/client.ts'
import { isServerError } from './sql-state.ts'

/**
 * The row that is referred to is gone, or the row that goes is referred to. `columns` are possible last columns of the
 * key, by their database names; without any, it may be any key.
 */
export function isForeignKeyViolation(error: unknown, ...columns: string[]): boolean {
  const isOf = (text: string) => columns.length === 0 || columns.some((column) => text.includes(`_${column}_fkey`))
  if (isServerError(error)) return error.code === '23503' && isOf(error.constraint ?? error.message)
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  const details = `${JSON.stringify(error.meta ?? {})} ${error.message}`
  return (error.code === 'P2003' || details.includes('23503')) && isOf(details)
}

/** @param column database name of a column that the key includes */
export function isUniqueViolation(error: unknown, column = ''): boolean {
  if (isServerError(error)) {
    const { code, constraint, message } = error
    // Citus passes on what a worker reports without the constraint, whose name is in the message.
    const key = constraint ?? message
    return (code === '23505' && key.includes(column)) || isCopiedViolation(code, message, column)
  }
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  const meta = JSON.stringify(error.meta ?? {})
  if (error.code === 'P2002') return meta.includes(column)
  if (error.code !== 'P2010') return false
  // For raw SQL, Prisma reports PostgreSQL's code and the constraint.
  return (meta.includes('23505') && meta.includes(column)) || isCopiedViolation(meta, meta, column)
}

/** Citus runs INSERT … SELECT by COPY, whose errors lose their code; the key's name then ends in the shard's number. */
function isCopiedViolation(code: string, message: string, column: string): boolean {
  const [key] = /\w+_p?key_\d+(?=\\?")/.exec(message) ?? []
  return code.includes('XX000') && key?.includes(column) === true
}
