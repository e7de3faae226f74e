import type { Services } from '../platform/context.ts'

/** Seals anew, with the newest of SECRETS, what an older one has sealed. What nothing opens stays as it is. */
export async function resealSecrets({
  prisma,
  seal,
  logger,
}: Pick<Services, 'prisma' | 'seal' | 'logger'>): Promise<void> {
  const accounts = await prisma.paymentAccount.findMany()
  for (const { storeId, sealedKeySecret, sealedWebhookSecret, updatedAt } of accounts) {
    const anew = (sealed: string) => {
      const plain = seal.isCurrent(sealed) ? null : seal.open(storeId, sealed)
      return plain === null ? sealed : seal.seal(storeId, plain)
    }
    const data = {
      sealedKeySecret: anew(sealedKeySecret),
      sealedWebhookSecret: sealedWebhookSecret && anew(sealedWebhookSecret),
    }
    if (data.sealedKeySecret === sealedKeySecret && data.sealedWebhookSecret === sealedWebhookSecret) continue
    // Unless the owner has set other ones meanwhile.
    const { count } = await prisma.paymentAccount.updateMany({ where: { storeId, updatedAt }, data })
    if (count > 0) logger.info({ storeId }, 'Sealed the payment secrets anew')
  }
}
