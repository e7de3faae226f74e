import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { busy } from '../problem.ts'
import { isDatabaseBusy } from './database-busy.ts'

const ATTEMPTS = 4

/**
 * Runs the work in one transaction, and once more from the start when PostgreSQL has called it off in favour of another
 * (a deadlock), or when the work says `retry`. The work must do nothing that a rollback does not undo.
 * @throws Problem UNAVAILABLE when no connection is free, or a lock stays taken
 */
export async function inTransaction<Result>(
  prisma: PrismaClient,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
  retry: (error: unknown) => boolean = () => false,
  limits: { maxWait?: number; timeout?: number } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await prisma.$transaction(work, limits)
    } catch (error) {
      if (isDatabaseBusy(error)) throw busy(error)
      if (attempt === ATTEMPTS || !(isCalledOff(error) || retry(error))) throw error
    }
  }
}

/** A deadlock (40P01) or a serialization failure (40001): Prisma's own code for them, or what a raw query reports. */
function isCalledOff(error: unknown): boolean {
  const { code, meta } = known(error) ?? {}
  return code === 'P2034' || (code === 'P2010' && /40P01|40001/.test(JSON.stringify(meta)))
}

const known = (error: unknown) => (error instanceof Prisma.PrismaClientKnownRequestError ? error : undefined)
