import type { Services } from '../graphql/context.ts'
import type { PaymentProvider } from './payment-provider.ts'

/** The parts of the store's payment account that the owner may see; no secrets. */
export interface PaymentSettings {
  provider: PaymentProvider
  keyId: string
  hasWebhookSecret: boolean
  /** Whether buyers can pay. False when the service no longer has the secret that sealed the account's secrets. */
  configured: boolean
}

/** The settings, or null when the store has no account. */
export async function paymentSettings(
  { db: { prisma }, seal }: Pick<Services, 'db' | 'seal'>,
  storeId: string,
): Promise<PaymentSettings | null> {
  const account = await prisma.paymentAccount.findFirst({ where: { storeId } })
  if (!account) return null
  const { provider, keyId, sealedKeySecret, sealedWebhookSecret } = account
  const opens = (sealed: string) => seal.open(storeId, sealed) !== null
  return {
    provider,
    keyId,
    hasWebhookSecret: sealedWebhookSecret !== null && opens(sealedWebhookSecret),
    configured: opens(sealedKeySecret),
  }
}
