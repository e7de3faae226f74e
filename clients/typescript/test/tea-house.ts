import type { Store } from '../../../src/generated/prisma/client.ts'
import { openShop, type Shop, type ShopOptions } from '../../../test/support/shop.ts'
import { createStorefront, type Storefront, type StorefrontOptions } from '../src/index.ts'

export interface TeaHouse {
  shop: Shop
  store: Store
  baseUrl: string
  /** A client of the store, on memory of its own unless the options say otherwise. */
  visit(options?: Partial<StorefrontOptions>): Storefront
  /** How many orders the store has. */
  orders(): Promise<number>
  close(): Promise<void>
}

export const buyer = { name: 'Asha', phone: '98765 43210', address: '14 Chapel Road, Mumbai' }

/** A running gateway with a store that takes play money. */
export async function openTeaHouse({
  bundle = {},
  ...options
}: ShopOptions & { bundle?: object } = {}): Promise<TeaHouse> {
  const shop = await openShop({ limitsOff: true, ...options })
  const store = await shop.addStore({
    store: { payments: { provider: 'sandbox' } },
    products: [
      {
        slug: 'assam',
        name: 'Assam',
        price: 400,
        variants: [{ options: { size: '250g' } }, { options: { size: '1kg' } }],
      },
      { slug: 'cup', name: 'Cup', price: 90 },
      { slug: 'pot', name: 'Pot', price: 900, stock: 0 },
    ],
    ...bundle,
  })
  const baseUrl = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    shop,
    store,
    baseUrl,
    visit: (given) => createStorefront({ baseUrl, store: store.subdomain, ...given }),
    orders: () => shop.database.prisma.order.count({ where: { storeId: store.id } }),
    close() {
      shop.app.server.closeAllConnections()
      return shop.close()
    },
  }
}

/** What the provider's widget hands to the page. */
export async function pay(storefront: Storefront, providerOrderId: string) {
  return storefront.payInSandbox({ providerOrderId, outcome: 'pay' })
}
