import { builder } from '../gateway/builder.ts'
import type { Store as StoreRow } from '../generated/prisma/client.ts'
import { mainUnitsOrNull, microToNumber, toMainUnits } from '../platform/money.ts'

const TaxSettings = builder.objectRef<StoreRow>('TaxSettings').implement({
  description: 'The tax on goods.',
  fields: (t) => ({
    rate: t.float({
      description: 'Percent; a product may have a rate of its own.',
      resolve: ({ taxRateMicro }) => microToNumber(BigInt(taxRateMicro) * 100n),
    }),
    inclusive: t.exposeBoolean('taxInclusive', { description: 'Whether prices include it.' }),
  }),
})

const ShippingSettings = builder.objectRef<StoreRow>('ShippingSettings').implement({
  description: 'What shipping costs, in main currency units.',
  fields: (t) => ({
    fee: t.float({
      description: 'For one order.',
      resolve: ({ shippingFee, currency }) => toMainUnits(shippingFee, currency),
    }),
    freeFrom: t.float({
      nullable: true,
      description: 'Free for goods worth this after the discount; null: never.',
      resolve: ({ shippingFreeFrom, currency }) => mainUnitsOrNull(shippingFreeFrom, currency),
    }),
  }),
})

const LoyaltySettings = builder.objectRef<StoreRow>('LoyaltySettings').implement({
  description: 'The loyalty program.',
  fields: (t) => ({
    enabled: t.exposeBoolean('loyaltyEnabled', { description: 'Whether purchases earn points.' }),
    earnRate: t.float({
      description: 'Points for each main currency unit spent.',
      resolve: ({ earnRateMicro }) => microToNumber(earnRateMicro),
    }),
    redeemRate: t.float({
      description: 'Main currency units that one point is worth.',
      resolve: ({ redeemRateMicro }) => microToNumber(redeemRateMicro),
    }),
  }),
})

const Store = builder.objectType('Store', {
  description: 'The store, as its visitors may know it.',
  fields: (t) => ({
    subdomain: t.exposeString('subdomain', { description: 'Its name in addresses.' }),
    name: t.exposeString('businessName', { description: 'What it is called.' }),
    currency: t.exposeString('currency', { description: 'The currency of the prices, as an ISO 4217 code.' }),
    storefrontUrl: t.exposeString('storefrontUrl', {
      nullable: true,
      description: 'Where its own site is; null when not given.',
    }),
    tax: t.field({ type: TaxSettings, description: 'The tax on goods.', resolve: (store) => store }),
    shipping: t.field({ type: ShippingSettings, description: 'What shipping costs.', resolve: (store) => store }),
    loyalty: t.field({ type: LoyaltySettings, description: 'The loyalty program.', resolve: (store) => store }),
    cancellableMinutes: t.exposeInt('cancellableMinutes', {
      description:
        'For how many minutes after placing it a customer may cancel an order that is paid and not shipped; 0: not at all.',
    }),
    loyaltyEnabled: t.exposeBoolean('loyaltyEnabled', { description: 'The same as `loyalty.enabled`.' }),
    earnRate: t.float({
      description: 'The same as `loyalty.earnRate`.',
      resolve: ({ earnRateMicro }) => microToNumber(earnRateMicro),
    }),
    redeemRate: t.float({
      description: 'The same as `loyalty.redeemRate`.',
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
    public: true,
    resolve: (_, __, { store }) => store,
  }),
)
