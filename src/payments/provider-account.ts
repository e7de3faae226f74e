import type { PaymentAccount } from '../generated/prisma/client.ts'
import type { Services } from '../graphql/context.ts'
import type { Seal } from '../platform/secrets/sealed-secrets.ts'
import type { PaymentProvider, ProviderAccount } from './provider.ts'

/** The store's payment account; null when it has none, or its secret cannot be opened. */
export async function findProviderAccount(
  { db: { prisma }, seal }: Pick<Services, 'db' | 'seal'>,
  storeId: string,
): Promise<ProviderAccount | null> {
  const account = await prisma.paymentAccount.findFirst({ where: { storeId } })
  return account && opened(seal, account)
}

/** A stored account. */
export type SealedAccount = Omit<PaymentAccount, 'updatedAt'>

/** Opens the secrets of a stored account; null when they cannot be opened. */
export function opened(seal: Pick<Seal, 'open'>, account: SealedAccount): ProviderAccount | null {
  const { storeId, provider, keyId, sealedKeySecret, sealedWebhookSecret } = account
  const keySecret = seal.open(storeId, sealedKeySecret)
  if (!keySecret) return null
  const webhookSecret = sealedWebhookSecret && seal.open(storeId, sealedWebhookSecret)
  return { storeId, provider, keyId, keySecret, webhookSecret }
}

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
