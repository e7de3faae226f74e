import type { KeyScope } from '../../../../generated/console/documents.ts'
import { words } from '../../parts/formats.ts'

/** The queries that show keys. */
export const KEY_QUERIES = ['Keys']

export const scopes: readonly { scope: KeyScope; title: string; about: string }[] = [
  { scope: 'ORDERS', title: 'Orders', about: 'Orders, payments by hand, refunds and figures.' },
  { scope: 'CATALOGUE', title: 'Catalogue', about: 'Products, stock, pictures and reviews.' },
  { scope: 'CUSTOMERS', title: 'Customers', about: 'Customers, their points and data, and leads.' },
  { scope: 'MARKETING', title: 'Marketing', about: 'Discounts and newsletter subscribers.' },
  { scope: 'SETTINGS', title: 'Settings', about: 'Everything in these settings, delivery and payment methods.' },
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
