import type { PaymentAccount } from '../../generated/prisma/client.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Seal } from '../../platform/secrets/sealed-secrets.ts'
import type { PaymentProvider, ProviderAccount } from './provider.ts'

interface Parts {
  db: Pick<Db, 'prisma'>
  seal: Pick<Seal, 'open'>
}

/** Null without an account, or when its secret cannot be opened. */
export async function findProviderAccount(
  { db: { prisma }, seal }: Parts,
  storeId: string,
): Promise<ProviderAccount | null> {
  const account = await prisma.paymentAccount.findFirst({ where: { storeId } })
  return account && opened(seal, account)
}

export type SealedAccount = Omit<PaymentAccount, 'updatedAt'>

/** Null when they cannot be opened. */
export function opened(seal: Pick<Seal, 'open'>, account: SealedAccount): ProviderAccount | null {
  const { storeId, provider, keyId, sealedKeySecret, sealedWebhookSecret } = account
  const keySecret = seal.open(storeId, sealedKeySecret)
  if (!keySecret) return null
  const webhookSecret = sealedWebhookSecret && seal.open(storeId, sealedWebhookSecret)
  return { storeId, provider, keyId, keySecret, webhookSecret }
}

/** What the owner may see: no secrets. */
export interface PaymentSettings {
  provider: PaymentProvider
  keyId: string
  hasWebhookSecret: boolean
  /** False when the account's secrets can no longer be opened. */
  configured: boolean
}

export async function paymentSettings(
  { db: { prisma }, seal }: Parts,
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
