import { Prisma } from '../../generated/prisma/client.ts'

/**
 * Thrown when no connection or lock became free in time. It must not have a `code` property: Prisma takes any error
 * with a `code` for one of its own, and passes the others on unchanged.
 */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
}

/** Whether the error is a DatabaseBusy, or Prisma's P2028 for a transaction that could not begin. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusy || (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2028')
