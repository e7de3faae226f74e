import type { Store as StoreRow } from '../generated/prisma/client.ts'
import { ownerBuilder } from '../graphql/schema/owner-builder.ts'
import { MOST_COUNTED } from '../platform/counted-page.ts'
import { mainUnitsOrNull, microToNumber, toMainUnits } from '../platform/money.ts'
import {
  countOrdersNeedingAttention,
  countPendingReviews,
  listServices,
  type OfferedService,
  readStore,
} from './store-settings.ts'
import { updateStore } from './update-store.ts'

const TaxSettings = ownerBuilder.objectRef<StoreRow>('TaxSettings').implement({
  description: 'The tax settings.',
  fields: (t) => ({
    rate: t.float({
      description: 'The default rate in percent; a product can have its own.',
      resolve: ({ taxRateMicro }) => microToNumber(BigInt(taxRateMicro) * 100n),
    }),
    inclusive: t.exposeBoolean('taxInclusive', { description: 'Whether prices include tax.' }),
  }),
})

const ShippingSettings = ownerBuilder.objectRef<StoreRow>('ShippingSettings').implement({
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

const LoyaltySettings = ownerBuilder.objectRef<StoreRow>('LoyaltySettings').implement({
  description: 'The settings of the loyalty program.',
  fields: (t) => ({
    enabled: t.exposeBoolean('loyaltyEnabled', { description: 'Whether the loyalty program is enabled.' }),
    earnRate: t.float({
      description: 'The points earned for each main currency unit spent.',
      resolve: ({ earnRateMicro }) => microToNumber(earnRateMicro),
    }),
    redeemRate: t.float({
      description: 'The value of one point, in main currency units.',
      resolve: ({ redeemRateMicro }) => microToNumber(redeemRateMicro),
    }),
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
    active: t.exposeBoolean('active', { description: 'Whether the store is open to shoppers.' }),
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
    cancellableMinutes: t.exposeInt('cancellableMinutes', {
      description:
        'How long after placing it customers can cancel an order that is paid but not shipped, in minutes; 0 if they cannot.',
    }),
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
      description: `The number of orders that need the owner’s attention; ${MOST_COUNTED + 1} if there are more than ${MOST_COUNTED}.`,
      resolve: (_, __, context) => countOrdersNeedingAttention(context),
    }),
    pendingReviews: t.int({
      description: `The number of reviews awaiting approval; ${MOST_COUNTED + 1} if there are more than ${MOST_COUNTED}.`,
      resolve: (_, __, context) => countPendingReviews(context),
    }),
  }),
})

const TaxInput = ownerBuilder.inputType('TaxInput', {
  description: 'The tax settings.',
  fields: (t) => ({
    rate: t.float({ description: 'The default rate in percent: 0 to 100, at most 4 decimals.' }),
    inclusive: t.boolean({ description: 'Whether prices include tax.' }),
  }),
})

const ShippingInput = ownerBuilder.inputType('ShippingInput', {
  description: 'The shipping fee, in main currency units.',
  fields: (t) => ({
    fee: t.float({ description: 'The fee per order.' }),
    freeFrom: t.float({
      description: 'Shipping is free from this amount of goods after the discount; null if it never is.',
    }),
  }),
})

const LoyaltyInput = ownerBuilder.inputType('LoyaltyInput', {
  description: 'The settings of the loyalty program.',
  fields: (t) => ({
    enabled: t.boolean({ description: 'Whether the loyalty program is enabled.' }),
    earnRate: t.float({ description: 'The points earned for each main currency unit spent, 0 to 1,000.' }),
    redeemRate: t.float({ description: 'The value of one point in main currency units, 0 to 1,000,000.' }),
  }),
})

const ServiceInput = ownerBuilder.inputType('ServiceInput', {
  description: 'A service that the store offers in addition to its products.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'The name of the service, at most 255 characters and unique within the store.',
    }),
    description: t.string({ description: 'A description of the service, at most 2000 characters.' }),
    price: t.float({ description: 'The price in main currency units; null if there is no fixed price.' }),
  }),
})

const ChatInput = ownerBuilder.inputType('ChatSettingsInput', {
  description: 'The settings of the chat assistant.',
  fields: (t) => ({
    enabled: t.boolean({ description: 'Whether the assistant is enabled.' }),
    context: t.string({
      description: 'Information for the assistant to use in its answers, at most 20,000 characters.',
    }),
    services: t.field({
      type: [ServiceInput],
      description: 'All services of the store, at most 200. Services that are not in the list are deleted.',
    }),
  }),
})

const StoreInput = ownerBuilder.inputType('StoreInput', {
  description: 'The settings to change. Omitted fields stay unchanged; null clears a field that is optional.',
  fields: (t) => ({
    businessName: t.string({ description: 'The name of the store, 1 to 255 characters.' }),
    currency: t.string({
      description: 'The currency, as an ISO 4217 code. It can be changed only while the store has no prices.',
    }),
    timeZone: t.string({ description: 'An IANA time zone, such as `Asia/Kolkata`.' }),
    active: t.boolean({ description: 'Whether the store is open to shoppers.' }),
    ownerEmail: t.string({ description: 'The email address that receives notifications of new leads; null for none.' }),
    replyTo: t.string({ description: 'The Reply-To address of emails to customers; null to use `ownerEmail`.' }),
    storefrontUrl: t.string({
      description:
        'The base URL of the storefront, used for links in emails to customers; null to link to pages of this service.',
    }),
    tax: t.field({ type: TaxInput, description: 'The tax settings.' }),
    shipping: t.field({ type: ShippingInput, description: 'The shipping settings.' }),
    lowStockThreshold: t.int({
      description:
        'Webhooks receive `stock.low` when a tracked stock falls to this number of units or below. Default: 5.',
    }),
    cancellableMinutes: t.int({
      description:
        'How long after placing it customers can cancel an order that is paid but not shipped, in minutes. Default: 0, not at all.',
    }),
    loyalty: t.field({ type: LoyaltyInput, description: 'The settings of the loyalty program.' }),
    chat: t.field({ type: ChatInput, description: 'The settings of the chat assistant.' }),
  }),
})

ownerBuilder.queryField('store', (t) =>
  t.field({
    type: Store,
    nullable: true,
    description: 'The store.',
    resolve: (_, __, context) => readStore(context),
  }),
)

ownerBuilder.mutationFields((t) => ({
  updateStore: t.field({
    type: Store,
    nullable: true,
    description: 'Updates the settings of the store.',
    args: {
      input: t.arg({ type: StoreInput, required: true, description: 'The settings to change.' }),
      version: t.arg.int({
        required: true,
        description: 'The version of the store the change is based on; `CONFLICT` if it is no longer current.',
      }),
    },
    resolve: (_, { input, version }, context) => updateStore(context, input, version),
  }),
}))
