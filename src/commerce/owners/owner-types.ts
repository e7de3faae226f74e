import { KeyScope } from '../../api/admission/key-scopes.ts'
import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'

export const OwnerKeyScope = ownerBuilder.enumType('KeyScope', {
  description:
    'What an owner key may be limited to. Fields name the scope that they need: root fields, and those that lead to what belongs to another scope.',
  values: {
    CATALOGUE: { value: KeyScope.CATALOGUE, description: 'Products, stock, pictures, reviews and searches.' },
    ORDERS: { value: KeyScope.ORDERS, description: 'Orders with their buyers, payments and refunds, and reports.' },
    MONEY: {
      value: KeyScope.MONEY,
      description:
        'Refunds, recorded payments, and with `SETTINGS` the payment account. Orders need `ORDERS` or `READ` as well.',
    },
    CUSTOMERS: { value: KeyScope.CUSTOMERS, description: 'Customers, their points and data, and leads.' },
    MARKETING: { value: KeyScope.MARKETING, description: 'Discounts and newsletter subscribers.' },
    SETTINGS: {
      value: KeyScope.SETTINGS,
      description: 'The store’s settings, delivery, payment methods, mails, keys, webhooks and jobs.',
    },
    READ: {
      value: KeyScope.READ,
      description: 'All queries and exports but those of keys, webhooks and payment accounts.',
    },
    STOREFRONT: {
      value: KeyScope.STOREFRONT,
      description: 'Only to pass on shoppers’ addresses, as `X-Store-Key` with `X-Buyer-IP`.',
    },
  },
})
