import type { Services } from '../platform/context.ts'
import type { ProviderAccount } from './provider.ts'

/** The store's account with its payment provider; null when it has none, or one whose secret nothing opens. */
export async function findProviderAccount(
  { prisma, seal }: Pick<Services, 'prisma' | 'seal'>,
  storeId: string,
): Promise<ProviderAccount | null> {
  const account = await prisma.paymentAccount.findUnique({ where: { storeId } })
  const keySecret = account && seal.open(storeId, account.sealedKeySecret)
  if (!account || !keySecret) return null
  const { provider, keyId, sealedWebhookSecret } = account
  return {
    storeId,
    provider,
    keyId,
    keySecret,
    webhookSecret: sealedWebhookSecret && seal.open(storeId, sealedWebhookSecret),
  }
}
