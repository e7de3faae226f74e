import { Prisma } from '../../generated/prisma/client.ts'

/**
 * No connection, or no lock, in time. Without a `code`: Prisma hands on what has none as it is, and takes what has one
 * for an error of its own.
 */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
}

/** Whether that is what went wrong, also when it is Prisma who says so of a transaction that cannot begin. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusy || (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2028')
