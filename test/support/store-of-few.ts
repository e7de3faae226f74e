import type { Store } from '../../src/generated/prisma/client.ts'
import { productIdOf } from './buying.ts'
import { newPhone } from './phones.ts'
import type { Shop } from './shop.ts'

/** A store for tests of what buyers hold: 20 of `rare`, 99 of `many`, any number of `wrapping`, and `sized` in variants. */
export async function addStoreOfFew(shop: Shop) {
  const store: Store = await shop.addStore({
    store: { payments: { provider: 'sandbox' } },
    products: [
      { slug: 'rare', name: 'Rare tea', price: 100, stock: 20 },
      { slug: 'many', name: 'Assam', price: 100, stock: 99 },
      { slug: 'wrapping', name: 'Gift wrapping', price: 50 },
      {
        slug: 'sized',
        name: 'Sencha',
        price: 100,
        variants: [
          { options: { size: '50g' }, stock: 200 },
          { options: { size: '100g' }, stock: 10 },
        ],
      },
    ],
    discounts: [
      { code: 'TENUSES', type: 'fixed', value: 10, usageLimit: 10 },
      { code: 'ANYONE', type: 'fixed', value: 10 },
      { code: 'FIVEEACH', type: 'fixed', value: 10, perCustomerLimit: 5 },
    ],
  })
  const idOf = (slug: string) => productIdOf(shop, store, slug)
  const ids = {
    rare: await idOf('rare'),
    many: await idOf('many'),
    wrapping: await idOf('wrapping'),
    sized: await idOf('sized'),
  }
  return { store, ids }
}

/** So many of a product, bought by a guest with that phone, or one of their own. */
export const cartOf = (id: string, qty: number, phone = newPhone(), more: object = {}) => ({
  items: [{ id, qty }],
  buyer: { name: 'Ravi', phone },
  ...more,
})
