import type { Store as StoreRow } from '../generated/prisma/client.ts'
import { builder } from '../graphql/schema/builder.ts'
import { mainUnitsOrNull, microToNumber, toMainUnits } from '../platform/money.ts'

const TaxSettings = builder.objectRef<StoreRow>('TaxSettings').implement({
  description: 'The tax on goods.',
  fields: (t) => ({
    rate: t.float({
      description: 'The default rate in percent; a product can have its own.',
      resolve: ({ taxRateMicro }) => microToNumber(BigInt(taxRateMicro) * 100n),
    }),
    inclusive: t.exposeBoolean('taxInclusive', { description: 'Whether prices include tax.' }),
  }),
})

const ShippingSettings = builder.objectRef<StoreRow>('ShippingSettings').implement({
  description: 'The shipping fee, in main currency units.',
  fields: (t) => ({
    fee: t.float({
      description: 'The fee per order.',
      resolve: ({ shippingFee, currency }) => toMainUnits(shippingFee, currency),
    }),
    freeFrom: t.float({
      nullable: true,
      description: 'Shipping is free from this amount of goods after the discount; null if it never is.',
      resolve: ({ shippingFreeFrom, currency }) => mainUnitsOrNull(shippingFreeFrom, currency),
    }),
  }),
})

const LoyaltySettings = builder.objectRef<StoreRow>('LoyaltySettings').implement({
  description: 'The loyalty program.',
  fields: (t) => ({
    enabled: t.exposeBoolean('loyaltyEnabled', { description: 'Whether purchases earn points.' }),
    earnRate: t.float({
      description: 'The points earned for each main currency unit spent.',
      resolve: ({ earnRateMicro }) => microToNumber(earnRateMicro),
    }),
    redeemRate: t.float({
      description: 'The value of one point in main currency units.',
      resolve: ({ redeemRateMicro }) => microToNumber(redeemRateMicro),
    }),
  }),
})

const Store = builder.objectType('Store', {
  description: 'The public details of the store.',
  fields: (t) => ({
    subdomain: t.exposeString('subdomain', { description: 'The subdomain that identifies the store in URLs.' }),
    name: t.exposeString('businessName', { description: 'The name of the store.' }),
    currency: t.exposeString('currency', { description: 'The currency of the prices, as an ISO 4217 code.' }),
    storefrontUrl: t.exposeString('storefrontUrl', {
      nullable: true,
      description: 'The URL of the storefront; null if not given.',
    }),
    tax: t.field({ type: TaxSettings, description: 'The tax settings.', resolve: (store) => store }),
    shipping: t.field({ type: ShippingSettings, description: 'The shipping settings.', resolve: (store) => store }),
    loyalty: t.field({
      type: LoyaltySettings,
      description: 'The settings of the loyalty program.',
      resolve: (store) => store,
    }),
    cancellableMinutes: t.exposeInt('cancellableMinutes', {
      description:
        'How long after placing it customers can cancel an order that is paid but not shipped, in minutes; 0 if they cannot.',
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
    chatEnabled: t.exposeBoolean('chatEnabled', { description: 'Whether the chat assistant is enabled.' }),
  }),
})

builder.queryField('store', (t) =>
  t.field({
    type: Store,
    nullable: true,
    description: 'The store that the request is sent to.',
    public: true,
    resolve: (_, __, { store }) => store,
  }),
)
