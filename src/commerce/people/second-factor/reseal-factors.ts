import type { Services } from '../../../api/context.ts'

/** Seals secrets of apps again with the newest of SECRETS; unreadable ones stay, and still ask for codes. */
export async function resealFactors({
  db: { prisma },
  seal,
  logger,
}: Pick<Services, 'db' | 'seal' | 'logger'>): Promise<void> {
  const factors = await prisma.secondFactor.findMany({ select: { personId: true, secretSealed: true } })
  for (const { personId, secretSealed } of factors) {
    const secret = seal.isCurrent(secretSealed) ? null : seal.open(personId, secretSealed)
    if (secret === null) continue
    // Skips one that was set up anew meanwhile.
    const where = { personId, secretSealed }
    await prisma.secondFactor.updateMany({ where, data: { secretSealed: seal.seal(personId, secret) } })
    logger.info({ personId }, 'Re-encrypted the second factor of a person with the newest secret')
  }
}
