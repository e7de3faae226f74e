import { graphqlClient } from './graphql-client.ts'
import { restClient } from './rest-client.ts'
import type { Shop } from './shop.ts'

/** The storefront's operations as a client calls them, by either interface, with the names and answers of REST. */
export type StorefrontClient = ReturnType<typeof restClient>

export const interfaces = ['REST', 'GraphQL'] as const

export function clientOf(shop: Shop, subdomain: string, by: (typeof interfaces)[number]): StorefrontClient {
  return by === 'REST' ? restClient(shop, subdomain) : graphqlClient(shop, subdomain)
}
