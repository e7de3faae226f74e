import type { Services } from '../gateway/context.ts'
import type { Order, Store } from '../generated/prisma/client.ts'
import { accountAsJson, opened, type SealedAccount } from '../payments/provider-account.ts'
import type { SandboxOrder } from '../payments/sandbox-plugin.ts'

type Found = Pick<Order, 'total' | 'currency' | 'orderNo'> &
  Pick<Store, 'subdomain' | 'businessName'> & { account: SealedAccount | null }

/** Finds an order that is paid in the sandbox; null for any other order, or when its store has left the sandbox. */
export async function findSandboxOrder(
  { sql, seal }: Pick<Services, 'sql' | 'seal'>,
  storeId: string,
  providerOrderId: string,
): Promise<SandboxOrder | null> {
  const [order] = await sql.$queryRaw<Found[]>`
    SELECT total, orders.currency, order_no AS "orderNo", subdomain, business_name AS "businessName",
      ${accountAsJson(storeId)} AS account
    FROM orders JOIN stores ON stores.id = store_id
    WHERE store_id = ${storeId}::uuid AND provider_order_id = ${providerOrderId} AND provider = 'SANDBOX'`
  const account = order?.account && opened(seal, order.account)
  if (!order || account?.provider !== 'SANDBOX') return null
  const { total: amount, currency, orderNo, subdomain, businessName } = order
  return { account: { ...account, provider: 'SANDBOX' }, amount, currency, orderNo, subdomain, businessName }
}
