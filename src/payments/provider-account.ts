import type { Services } from '../gateway/context.ts'
import type { PaymentAccount } from '../generated/prisma/client.ts'
import type { ProviderAccount } from './provider.ts'

/** The store's payment account; null when it has none, or its secret cannot be opened. */
export async function findProviderAccount(
  { prisma, seal }: Pick<Services, 'prisma' | 'seal'>,
  storeId: string,
): Promise<ProviderAccount | null> {
  const account = await prisma.paymentAccount.findUnique({ where: { storeId } })
  return account && opened(seal, account)
}

/** Opens the secrets of a stored account; null when they cannot be opened. */
export function opened(seal: Services['seal'], account: Omit<PaymentAccount, 'updatedAt'>): ProviderAccount | null {
  const { storeId, provider, keyId, sealedKeySecret, sealedWebhookSecret } = account
  const keySecret = seal.open(storeId, sealedKeySecret)
  if (!keySecret) return null
  const webhookSecret = sealedWebhookSecret && seal.open(storeId, sealedWebhookSecret)
  return { storeId, provider, keyId, keySecret, webhookSecret }
}
