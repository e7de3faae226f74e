import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import type { Store as StoreRow } from '../../generated/prisma/client.ts'
import { MOST_COUNTED } from '../../platform/counted-page.ts'
import { mainUnitsOrNull } from '../../platform/money.ts'
import { cancellableMinutes, loyaltySettings, shippingSettings, taxSettings } from './shown-settings.ts'
import {
  countOrdersNeedingAttention,
  countPendingReviews,
  listServices,
  type OfferedService,
  readStore,
} from './store-settings.ts'

const TaxSettings = ownerBuilder.objectRef<StoreRow>('TaxSettings').implement({
  description: 'The tax settings.',
  fields: (t) => ({
    rate: t.float(taxSettings.rate),
    inclusive: t.boolean(taxSettings.inclusive),
  }),
})

const ShippingSettings = ownerBuilder.objectRef<StoreRow>('ShippingSettings').implement({
  description: 'The shipping fee of stores without delivery zones, in main currency units, and what the zones need.',
  fields: (t) => ({
    fee: t.float(shippingSettings.fee),
    freeFrom: t.float(shippingSettings.freeFrom),
    country: t.exposeString('shippingCountry', {
      nullable: true,
      description:
        'Where orders without a destination go, as an ISO 3166-1 code; null for the country of the store’s currency. Set it where several countries have that currency, such as EUR: otherwise orders must name their country.',
    }),
    defaultWeight: t.exposeInt('defaultWeight', {
      description: 'The weight of products that have none, in grams.',
    }),
  }),
})

const LoyaltySettings = ownerBuilder.objectRef<StoreRow>('LoyaltySettings').implement({
  description: 'The settings of the loyalty program.',
  fields: (t) => ({
    enabled: t.boolean(loyaltySettings.enabled),
    earnRate: t.float(loyaltySettings.earnRate),
    redeemRate: t.float(loyaltySettings.redeemRate),
  }),
})

const StoreService = ownerBuilder.objectRef<OfferedService>('Service').implement({
  description:
    'A service that the store offers in addition to its products. The assistant can answer questions about it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the service.' }),
    description: t.exposeString('description', { description: 'A description of the service.' }),
    price: t.float({
      nullable: true,
      description: 'The price in main currency units; null if there is no fixed price.',
      resolve: ({ price, currency }) => mainUnitsOrNull(price, currency),
    }),
  }),
})

const ChatSettings = ownerBuilder.objectRef<StoreRow>('ChatSettings').implement({
  description: 'The settings of the chat assistant.',
  fields: (t) => ({
    enabled: t.exposeBoolean('chatEnabled', { description: 'Whether the assistant is enabled.' }),
    context: t.exposeString('chatContext', {
      description: 'Information from the owner that the assistant uses in its answers.',
    }),
    services: t.field({
      type: [StoreService],
      description: 'The services that the store offers in addition to its products.',
      resolve: (store, _, { services }) => listServices(services, store),
    }),
  }),
})

const Store = ownerBuilder.prismaObject('Store', {
  scope: 'settings',
  description: 'The store and its settings.',
  fields: (t) => ({
    subdomain: t.exposeString('subdomain', {
      description: 'The subdomain that identifies the store in URLs. It never changes.',
    }),
    businessName: t.exposeString('businessName', { description: 'The name of the store.' }),
    currency: t.exposeString('currency', { description: 'The currency of its prices, as an ISO 4217 code.' }),
    timeZone: t.exposeString('timeZone', {
      description: 'The time zone in which its days begin, such as `Asia/Kolkata`.',
    }),
    locale: t.exposeString('locale', {
      nullable: true,
      description:
        'How amounts and dates are written in the shop and in mails, as a BCP 47 tag such as `en-IN`; null for as in the country of the business, or with the currency.',
    }),
    active: t.exposeBoolean('active', { description: 'Whether the store is open to shoppers.' }),
    suspendedAt: t.expose('suspendedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Since when whoever runs the service keeps the store from shoppers, whatever `active` is; null if it does not. No field changes it.',
    }),
    ownerEmail: t.exposeString('ownerEmail', {
      nullable: true,
      description: 'The email address that receives notifications of new leads; null if none.',
    }),
    replyTo: t.exposeString('replyTo', {
      nullable: true,
      description: 'The Reply-To address of emails to customers; null to use `ownerEmail`.',
    }),
    storefrontUrl: t.exposeString('storefrontUrl', {
      nullable: true,
      description:
        'The base URL of the storefront, used for links in emails to customers; null to link to pages of this service.',
    }),
    tax: t.field({ type: TaxSettings, description: 'The tax settings.', resolve: (store) => store }),
    shipping: t.field({ type: ShippingSettings, description: 'The shipping settings.', resolve: (store) => store }),
    lowStockThreshold: t.exposeInt('lowStockThreshold', {
      description: 'Webhooks receive `stock.low` when a tracked stock falls to this number of units or below.',
    }),
    cancellableMinutes: t.int(cancellableMinutes),
    loyalty: t.field({
      type: LoyaltySettings,
      description: 'The settings of the loyalty program.',
      resolve: (store) => store,
    }),
    chat: t.field({
      type: ChatSettings,
      description: 'The settings of the chat assistant.',
      resolve: (store) => store,
    }),
    version: t.exposeInt('version', {
      description: 'Incremented by every change of the settings. Pass it to `updateStore`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the store was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When its settings were last updated.' }),
    ordersNeedingAttention: t.int({
      scope: 'orders',
      nullable: true,
      description: `The number of orders that need the owner’s attention; ${MOST_COUNTED + 1} if there are more than ${MOST_COUNTED}.`,
      resolve: (_, __, context) => countOrdersNeedingAttention(context),
    }),
    pendingReviews: t.int({
      scope: 'catalogue',
      nullable: true,
      description: `The number of reviews awaiting approval; ${MOST_COUNTED + 1} if there are more than ${MOST_COUNTED}.`,
      resolve: (_, __, context) => countPendingReviews(context),
    }),
  }),
})

ownerBuilder.queryField('store', (t) =>
  t.field({
    scope: 'settings',
    type: Store,
    nullable: true,
    description: 'The store.',
    resolve: (_, __, context) => readStore(context),
  }),
)
