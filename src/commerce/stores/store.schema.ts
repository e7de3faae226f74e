import { builder } from '../../api/graphql/schema/builder.ts'
import type { Store as StoreRow } from '../../generated/prisma/client.ts'
import type { Deprecation } from '../../platform/deprecation.ts'
import { cancellableMinutes, loyaltySettings, shippingSettings, taxSettings } from './shown-settings.ts'

const inLoyalty = (name: string): Deprecation => ({
  since: '2026-11-26',
  sunset: '2027-11-26',
  use: `loyalty.${name}`,
})

const TaxSettings = builder.objectRef<StoreRow>('TaxSettings').implement({
  description: 'The tax on goods.',
  fields: (t) => ({
    rate: t.float(taxSettings.rate),
    inclusive: t.boolean(taxSettings.inclusive),
  }),
})

const ShippingSettings = builder.objectRef<StoreRow>('ShippingSettings').implement({
  description: 'The shipping fee, in main currency units.',
  fields: (t) => ({
    fee: t.float(shippingSettings.fee),
    freeFrom: t.float(shippingSettings.freeFrom),
  }),
})

const LoyaltySettings = builder.objectRef<StoreRow>('LoyaltySettings').implement({
  description: 'The loyalty program.',
  fields: (t) => ({
    enabled: t.boolean(loyaltySettings.enabled),
    earnRate: t.float(loyaltySettings.earnRate),
    redeemRate: t.float(loyaltySettings.redeemRate),
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
    cancellableMinutes: t.int(cancellableMinutes),
    loyaltyEnabled: t.exposeBoolean('loyaltyEnabled', {
      description: 'The same as `loyalty.enabled`.',
      deprecated: inLoyalty('enabled'),
    }),
    earnRate: t.float({
      ...loyaltySettings.earnRate,
      description: 'The same as `loyalty.earnRate`.',
      deprecated: inLoyalty('earnRate'),
    }),
    redeemRate: t.float({
      ...loyaltySettings.redeemRate,
      description: 'The same as `loyalty.redeemRate`.',
      deprecated: inLoyalty('redeemRate'),
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
