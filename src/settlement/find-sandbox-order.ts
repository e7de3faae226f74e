import type { Services } from '../gateway/context.ts'
import { findProviderAccount } from '../payments/provider-account.ts'
import type { SandboxOrder } from '../payments/sandbox-plugin.ts'

/** Finds an order that is paid in the sandbox; null for any other order, or when its store has left the sandbox. */
export async function findSandboxOrder(
  services: Services,
  storeId: string,
  providerOrderId: string,
): Promise<SandboxOrder | null> {
  const order = await services.prisma.order.findUnique({
    where: { storeId_providerOrderId: { storeId, providerOrderId } },
    include: { store: true },
  })
  const account = await findProviderAccount(services, storeId)
  if (order?.provider !== 'SANDBOX' || account?.provider !== 'SANDBOX') return null
  const { total: amount, currency, orderNo, store } = order
  const { subdomain, businessName } = store
  return { account: { ...account, provider: 'SANDBOX' }, amount, currency, orderNo, subdomain, businessName }
}
