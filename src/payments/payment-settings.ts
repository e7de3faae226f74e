import type { Services } from '../gateway/context.ts'
import type { PaymentProvider } from '../generated/prisma/enums.ts'

/** What the owner may see of the store's payment account: nothing that is secret. */
export interface PaymentSettings {
  provider: PaymentProvider
  keyId: string
  hasWebhookSecret: boolean
  /** Whether buyers can pay: not when the secrets were sealed with a secret that the service no longer has. */
  configured: boolean
}

/** Null when the store has no account. */
export async function paymentSettings(
  { prisma, seal }: Pick<Services, 'prisma' | 'seal'>,
  storeId: string,
): Promise<PaymentSettings | null> {
  const account = await prisma.paymentAccount.findUnique({ where: { storeId } })
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
