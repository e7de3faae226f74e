import type { KeyScope } from '../../../../../generated/console/documents.ts'
import { words } from '../../parts/formats.ts'

/** The queries that show keys. */
export const KEY_QUERIES = ['Keys']

export const scopes: readonly { scope: KeyScope; title: string; about: string }[] = [
  {
    scope: 'ORDERS',
    title: 'Orders',
    about: 'Orders with their buyers, to confirm, ship and cancel them, and figures.',
  },
  {
    scope: 'MONEY',
    title: 'Money',
    about:
      'Refunds and payments by hand, together with Orders or Look only; the payment account, together with Settings.',
  },
  { scope: 'CATALOGUE', title: 'Catalogue', about: 'Products, stock, pictures and reviews.' },
  {
    scope: 'CUSTOMERS',
    title: 'Customers',
    about: 'Customers, their points and leads; together with Orders, all data of a person.',
  },
  { scope: 'MARKETING', title: 'Marketing', about: 'Discounts and newsletter subscribers.' },
  {
    scope: 'SETTINGS',
    title: 'Settings',
    about: 'These settings, delivery and payment methods; the payment account needs Money as well.',
  },
  { scope: 'READ', title: 'Look only', about: 'Sees all but keys, webhooks and payment accounts; changes nothing.' },
  {
    scope: 'STOREFRONT',
    title: 'Storefront',
    about: 'Only for your storefront’s server, to pass on shoppers’ addresses.',
  },
]

/** @param name in capitals or not */
export const scopeTitle = (name: string): string =>
  scopes.find(({ scope }) => scope === name.toUpperCase())?.title ?? words(name)
