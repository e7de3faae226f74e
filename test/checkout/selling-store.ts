import type { Store } from '../../src/generated/prisma/client.ts'
import { productIdOf } from '../support/buying.ts'
import type { Shop } from '../support/shop.ts'

export const sellingBundle = {
  store: {
    tax: { rate: 18, inclusive: false },
    shipping: { fee: 50, freeFrom: 999 },
    loyalty: { enabled: true, earnRate: 0.1, redeemRate: 0.5 },
    payments: { provider: 'sandbox' },
  },
  products: [
    { slug: 'assam', name: 'Assam', price: 499, salePrice: 399.5, stock: 1000, taxRate: 5 },
    { slug: 'pot', name: 'Teapot', price: 1200 },
    { slug: 'free', name: 'Sample', price: 0 },
    { slug: 'hidden', name: 'Hidden', price: 10, active: false },
    { slug: 'few', name: 'Rare tea', price: 100, stock: 3 },
    {
      slug: 'sized',
      name: 'Sencha',
      price: 100,
      variants: [
        { options: { size: '50g' }, stock: 5 },
        { options: { size: '250g' }, price: 450, salePrice: 400 },
      ],
    },
  ],
  discounts: [
    { code: 'TEN', type: 'percent', value: 10 },
    { code: 'FLAT100', type: 'fixed', value: 100, minSubtotal: 500 },
    { code: 'ONCE', type: 'fixed', value: 10, perCustomerLimit: 1 },
    { code: 'OLD', type: 'percent', value: 50, endsAt: '2020-01-01T00:00:00Z' },
    { code: 'ALL', type: 'percent', value: 100 },
  ],
}

export interface SellingStore {
  store: Store
  item(slug: string, qty?: number, variant?: Record<string, string>): { id: string } & Record<string, unknown>
}

/** A store with tax, shipping, points and codes, and with a product of every kind: `few` has 3 in stock. */
export async function openSellingStore(shop: Shop): Promise<SellingStore> {
  const store = await shop.addStore(sellingBundle)
  const ids: Record<string, string> = {}
  for (const { slug } of sellingBundle.products) ids[slug] = await productIdOf(shop, store, slug)
  return {
    store,
    item(slug, qty = 1, variant) {
      const id = ids[slug]
      if (!id) throw new Error(`The store does not sell ${slug}`)
      return { id, qty, ...(variant && { variant }) }
    },
  }
}
