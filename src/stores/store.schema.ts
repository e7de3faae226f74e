import { builder } from '../gateway/builder.ts'
import { microToNumber } from '../platform/money.ts'

const Store = builder.objectType('Store', {
  description: 'The store, as its visitors may know it.',
  fields: (t) => ({
    subdomain: t.exposeString('subdomain', { description: 'Its name in addresses.' }),
    name: t.exposeString('businessName', { description: 'What it is called.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code of its prices.' }),
    loyaltyEnabled: t.exposeBoolean('loyaltyEnabled', { description: 'Whether purchases earn points.' }),
    earnRate: t.float({
      description: 'Points for each main currency unit spent.',
      resolve: ({ earnRateMicro }) => microToNumber(earnRateMicro),
    }),
    redeemRate: t.float({
      description: 'Main currency units that one point is worth.',
      resolve: ({ redeemRateMicro }) => microToNumber(redeemRateMicro),
    }),
    chatEnabled: t.exposeBoolean('chatEnabled', { description: 'Whether the assistant answers here.' }),
  }),
})

builder.queryField('store', (t) =>
  t.field({
    type: Store,
    nullable: true,
    description: 'The store that this request is made to.',
    shared: true,
    resolve: (_, __, { store }) => store,
  }),
)
