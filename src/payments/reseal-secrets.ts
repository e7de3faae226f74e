import type { Services } from '../gateway/context.ts'
import type { PaymentAccount, RetiredPaymentAccount } from '../generated/prisma/client.ts'

type Sealed = Pick<PaymentAccount | RetiredPaymentAccount, 'storeId' | 'sealedKeySecret' | 'sealedWebhookSecret'>

/**
 * Seals again, with the newest of SECRETS, every secret that was sealed with an older one. Secrets that cannot be
 * opened stay as they are.
 */
export async function resealSecrets({
  prisma,
  seal,
  logger,
}: Pick<Services, 'prisma' | 'seal' | 'logger'>): Promise<void> {
  await resealWebhooks({ prisma, seal, logger })
  /** The secrets sealed with the newest key; null when they already are. */
  function sealedAnew({ storeId, sealedKeySecret, sealedWebhookSecret }: Sealed) {
    const data = {
      sealedKeySecret: anew(seal, storeId, sealedKeySecret),
      sealedWebhookSecret: sealedWebhookSecret && anew(seal, storeId, sealedWebhookSecret),
    }
    const isKeptSo = data.sealedKeySecret === sealedKeySecret && data.sealedWebhookSecret === sealedWebhookSecret
    return isKeptSo ? null : data
  }

  for (const account of await prisma.paymentAccount.findMany()) {
    const { storeId, updatedAt } = account
    const data = sealedAnew(account)
    if (!data) continue
    // Skips the account if its owner has changed it meanwhile.
    const { count } = await prisma.paymentAccount.updateMany({ where: { storeId, updatedAt }, data })
    if (count > 0) logger.info({ storeId }, 'Sealed the payment secrets anew')
  }
  for (const account of await prisma.retiredPaymentAccount.findMany()) {
    const { storeId, id } = account
    const data = sealedAnew(account)
    if (data) await prisma.retiredPaymentAccount.updateMany({ where: { storeId, id }, data })
  }
}

async function resealWebhooks({ prisma, seal, logger }: Pick<Services, 'prisma' | 'seal' | 'logger'>): Promise<void> {
  for (const { storeId, id, sealedSecret, sealedPreviousSecret, version } of await prisma.webhook.findMany()) {
    const data = {
      sealedSecret: anew(seal, storeId, sealedSecret),
      sealedPreviousSecret: sealedPreviousSecret && anew(seal, storeId, sealedPreviousSecret),
    }
    if (data.sealedSecret === sealedSecret && data.sealedPreviousSecret === sealedPreviousSecret) continue
    // If the version has changed, the owner may have rotated the secret meanwhile.
    const { count } = await prisma.webhook.updateMany({ where: { storeId, id, version }, data })
    if (count > 0) logger.info({ storeId, webhookId: id }, 'Sealed the secret of a webhook anew')
  }
}

function anew(seal: Services['seal'], storeId: string, sealed: string): string {
  const plain = seal.isCurrent(sealed) ? null : seal.open(storeId, sealed)
  return plain === null ? sealed : seal.seal(storeId, plain)
}
