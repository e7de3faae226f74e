import type { Prisma } from '../../../generated/prisma/client.ts'
import { Problem } from '../../../platform/problem.ts'
import { losesAddress, takeAddress } from '../take-address.ts'

/**
 * From somebody else who has never confirmed it, for who has. Needs the lock of the person's row.
 * @throws Problem CONFLICT when it is somebody's who keeps it
 */
export async function releaseAddress(tx: Prisma.TransactionClient, email: string, personId: string): Promise<void> {
  const other = await tx.person.findFirst({ where: { email, id: { not: personId } } })
  if (!other) return
  if (!losesAddress(other)) {
    throw new Problem('CONFLICT', 'Somebody else logs in with this email.', { reason: 'ALREADY_EXISTS' })
  }
  await takeAddress(tx, other)
}
