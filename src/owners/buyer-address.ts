import type { IncomingHttpHeaders } from 'node:http'
import type { Store } from '../generated/prisma/client.ts'
import type { Services } from '../graphql/context.ts'
import { normalAddress } from '../platform/network/client-address.ts'
import { findOwnerKey } from './owner-key.ts'

/**
 * The shopper's IP address from `X-Buyer-IP`, which a storefront sends when it renders pages on its own server. It is
 * trusted only with an owner key of the store in `X-Store-Key`, and is null otherwise.
 */
export async function buyerAddress(
  services: Pick<Services, 'db' | 'clock'>,
  store: Store | null,
  headers: IncomingHttpHeaders,
): Promise<string | null> {
  const key = headers['x-store-key']?.toString()
  const address = normalAddress(headers['x-buyer-ip']?.toString() ?? '')
  if (!store || !key || !address) return null
  return (await findOwnerKey(services, store.id, key)) ? address : null
}
