import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { busy } from '../problem.ts'
import { isDatabaseBusy } from './database-busy.ts'

const ATTEMPTS = 4

/**
 * Runs the work in one transaction. Runs it a second time when PostgreSQL cancelled it because of a deadlock or a
 * serialization failure, or when `retry` returns true for the error. The work must do nothing that a rollback cannot
 * undo.
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

/**
 * Whether it is a deadlock (40P01) or a serialization failure (40001), as Prisma's own code or as a raw query reports
 * it.
 */
function isCalledOff(error: unknown): boolean {
  const { code, meta } = known(error) ?? {}
  return code === 'P2034' || (code === 'P2010' && /40P01|40001/.test(JSON.stringify(meta)))
}

const known = (error: unknown) => (error instanceof Prisma.PrismaClientKnownRequestError ? error : undefined)
