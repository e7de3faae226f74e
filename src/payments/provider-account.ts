import type { Services } from '../gateway/context.ts'
import type { PaymentAccount } from '../generated/prisma/client.ts'
import type { ProviderAccount } from './provider.ts'

/** The store's account with its payment provider; null when it has none, or one whose secret nothing opens. */
export async function findProviderAccount(
  { prisma, seal }: Pick<Services, 'prisma' | 'seal'>,
  storeId: string,
): Promise<ProviderAccount | null> {
  const account = await prisma.paymentAccount.findUnique({ where: { storeId } })
  return account && opened(seal, account)
}

/** An account as it is kept, its secrets opened; null when nothing opens them. */
export function opened(seal: Services['seal'], account: Omit<PaymentAccount, 'updatedAt'>): ProviderAccount | null {
  const { storeId, provider, keyId, sealedKeySecret, sealedWebhookSecret } = account
  const keySecret = seal.open(storeId, sealedKeySecret)
  if (!keySecret) return null
  const webhookSecret = sealedWebhookSecret && seal.open(storeId, sealedWebhookSecret)
  return { storeId, provider, keyId, keySecret, webhookSecret }
}
