import type { Scenario } from '../scenario.ts'
import { type ReadScenario, readScenario } from './read-scenario.ts'
import {
  me,
  orders,
  product,
  products,
  productsWithReviews,
  reviews,
  shopHome,
  shopList,
  shopProduct,
  trackOrder,
  wishlist,
} from './requests.ts'

const uncached = { caches: 'off' } as const

/** What it shows of the stock makes a page anew every second. */
const aPage = { bare: ['memory'], atLeast: 0.4 } satisfies Partial<ReadScenario>

const table: ReadScenario[] = [
  {
    name: 'products',
    about: 'REST, 100 products, an unchanged catalogue, limits in memory',
    request: products,
    bare: ['memory', 'products'],
    atLeast: 0.7,
  },
  {
    name: 'products-redis',
    about: 'the same, limits in Redis',
    request: products,
    settings: { limits: 'redis' },
    bare: ['memory'],
    atLeast: 0.45,
  },
  {
    name: 'products-unchanged',
    about: 'the same with If-None-Match, beside a bare 304',
    request: products,
    conditional: true,
    bare: ['memory'],
    atLeast: 0.8,
  },
  {
    name: 'graphql',
    about: 'GraphQL, 100 products with summary and 5 newest reviews each, the same document',
    request: productsWithReviews,
    bare: ['memory', 'productsWithReviews'],
    atLeast: 0.5,
  },
  {
    name: 'products-uncached',
    about: 'REST, 100 products, every cache off',
    request: products,
    settings: uncached,
    bare: ['products'],
    atLeast: 0.5,
  },
  {
    name: 'graphql-uncached',
    about: 'GraphQL products with reviews, every cache off',
    request: productsWithReviews,
    settings: uncached,
    bare: ['productsWithReviews'],
    atLeast: 0.25,
    statementsAtMost: 4,
  },
  {
    name: 'reviews',
    about: 'REST, the 20 reviews of a product, every cache off',
    request: reviews,
    settings: uncached,
    bare: ['reviews'],
    atLeast: 0.5,
  },
  {
    name: 'product',
    about: 'GraphQL, one product, every cache off',
    request: product,
    settings: uncached,
    bare: ['product'],
    atLeast: 0.5,
  },
  { name: 'shop-home', about: 'the home page of the shop, an unchanged catalogue', request: shopHome, ...aPage },
  { name: 'shop-list', about: 'a page of 24 products with filters', request: shopList, ...aPage },
  { name: 'shop-product', about: 'the page of a product with reviews', request: shopProduct, ...aPage },
  // Two statements may follow the one that finds the token’s customer; `me` is that customer.
  { name: 'orders', about: 'REST, the 20 orders of a customer', request: orders, ...ofOneCustomer('orders', 3) },
  { name: 'track-order', about: 'REST, one order', request: trackOrder, ...ofOneCustomer('trackOrder', 2) },
  { name: 'me', about: 'REST, the customer', request: me, ...ofOneCustomer('me', 3) },
  { name: 'wishlist', about: 'REST, 20 wishes', request: wishlist, ...ofOneCustomer('wishlist', 3) },
]

function ofOneCustomer<Name extends ReadScenario['bare'][number]>(name: Name, statementsAtMost: number) {
  return { bare: [name], atLeast: 0.4, statementsAtMost }
}

export const reads: Scenario[] = table.map(readScenario)
