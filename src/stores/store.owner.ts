import { ownerBuilder } from '../gateway/owner-builder.ts'
import type { Store as StoreRow } from '../generated/prisma/client.ts'
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
  description: 'The tax on goods.',
  fields: (t) => ({
    rate: t.float({
      description: 'Percent; a product may have a rate of its own.',
      resolve: ({ taxRateMicro }) => microToNumber(BigInt(taxRateMicro) * 100n),
    }),
    inclusive: t.exposeBoolean('taxInclusive', { description: 'Whether prices include it.' }),
  }),
})

const ShippingSettings = ownerBuilder.objectRef<StoreRow>('ShippingSettings').implement({
  description: 'What shipping costs, in main units.',
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

const LoyaltySettings = ownerBuilder.objectRef<StoreRow>('LoyaltySettings').implement({
  description: 'The loyalty program.',
  fields: (t) => ({
    enabled: t.exposeBoolean('loyaltyEnabled', { description: 'Whether there is one.' }),
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

const StoreService = ownerBuilder.objectRef<OfferedService>('Service').implement({
  description: 'Something the store offers beside products; the assistant knows it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is called.' }),
    description: t.exposeString('description', { description: 'What it is.' }),
    price: t.float({
      nullable: true,
      description: 'In main units; null when it has no fixed one.',
      resolve: ({ price, currency }) => mainUnitsOrNull(price, currency),
    }),
  }),
})

const ChatSettings = ownerBuilder.objectRef<StoreRow>('ChatSettings').implement({
  description: 'The assistant that answers shoppers.',
  fields: (t) => ({
    enabled: t.exposeBoolean('chatEnabled', { description: 'Whether it answers.' }),
    context: t.exposeString('chatContext', { description: 'What it knows from the owner.' }),
    services: t.field({
      type: [StoreService],
      description: 'What the store offers beside products.',
      resolve: (store, _, { services }) => listServices(services, store),
    }),
  }),
})

const Store = ownerBuilder.prismaObject('Store', {
  description: 'The store with all its settings.',
  fields: (t) => ({
    subdomain: t.exposeString('subdomain', { description: 'Its name in addresses. It never changes.' }),
    businessName: t.exposeString('businessName', { description: 'What it is called.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code of its prices.' }),
    timeZone: t.exposeString('timeZone', { description: 'Where its days begin, such as `Asia/Kolkata`.' }),
    active: t.exposeBoolean('active', { description: 'Whether shoppers can reach it.' }),
    ownerEmail: t.exposeString('ownerEmail', { nullable: true, description: 'Where leads are announced.' }),
    replyTo: t.exposeString('replyTo', {
      nullable: true,
      description: 'Where replies to mails to customers go; `ownerEmail` when it is null.',
    }),
    storefrontUrl: t.exposeString('storefrontUrl', {
      nullable: true,
      description: 'Where the store’s own site is: links in mails to customers begin with it.',
    }),
    tax: t.field({ type: TaxSettings, description: 'The tax on goods.', resolve: (store) => store }),
    shipping: t.field({ type: ShippingSettings, description: 'What shipping costs.', resolve: (store) => store }),
    lowStockThreshold: t.exposeInt('lowStockThreshold', {
      description: 'Webhooks are told when a counted stock falls to this.',
    }),
    cancellableMinutes: t.exposeInt('cancellableMinutes', {
      description:
        'For how many minutes after placing it a customer may cancel an order that is paid and not shipped; 0: not at all.',
    }),
    loyalty: t.field({ type: LoyaltySettings, description: 'The loyalty program.', resolve: (store) => store }),
    chat: t.field({ type: ChatSettings, description: 'The assistant.', resolve: (store) => store }),
    version: t.exposeInt('version', { description: 'Rises with every change of settings; `updateStore` wants it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was opened.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When its settings last changed.' }),
    ordersNeedingAttention: t.int({
      description: `How many orders the owner should look at; ${MOST_COUNTED + 1} says that there are more.`,
      resolve: (_, __, context) => countOrdersNeedingAttention(context),
    }),
    pendingReviews: t.int({
      description: `How many reviews wait for the owner’s word; ${MOST_COUNTED + 1} says that there are more.`,
      resolve: (_, __, context) => countPendingReviews(context),
    }),
  }),
})

const TaxInput = ownerBuilder.inputType('TaxInput', {
  description: 'The tax on goods.',
  fields: (t) => ({
    rate: t.float({ description: 'Percent, 0 to 100, at most 4 decimals.' }),
    inclusive: t.boolean({ description: 'Whether prices include it.' }),
  }),
})

const ShippingInput = ownerBuilder.inputType('ShippingInput', {
  description: 'What shipping costs, in main units.',
  fields: (t) => ({
    fee: t.float({ description: 'For one order.' }),
    freeFrom: t.float({ description: 'Free for goods worth this after the discount; null: never.' }),
  }),
})

const LoyaltyInput = ownerBuilder.inputType('LoyaltyInput', {
  description: 'The loyalty program.',
  fields: (t) => ({
    enabled: t.boolean({ description: 'Whether there is one.' }),
    earnRate: t.float({ description: 'Points for each main currency unit spent, 0 to 1,000.' }),
    redeemRate: t.float({ description: 'Main currency units that one point is worth, 0 to 1,000,000.' }),
  }),
})

const ServiceInput = ownerBuilder.inputType('ServiceInput', {
  description: 'Something the store offers beside products.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'At most 255 characters; no other service has it.' }),
    description: t.string({ description: 'At most 2000 characters.' }),
    price: t.float({ description: 'In main units; null when it has no fixed one.' }),
  }),
})

const ChatInput = ownerBuilder.inputType('ChatSettingsInput', {
  description: 'The assistant that answers shoppers.',
  fields: (t) => ({
    enabled: t.boolean({ description: 'Whether it answers.' }),
    context: t.string({ description: 'What it knows from the owner, at most 20,000 characters.' }),
    services: t.field({
      type: [ServiceInput],
      description: 'Everything the store offers beside products, at most 200: what is missing here is gone.',
    }),
  }),
})

const StoreInput = ownerBuilder.inputType('StoreInput', {
  description: 'Settings to change. What is left out stays as it is; null clears, where there can be nothing.',
  fields: (t) => ({
    businessName: t.string({ description: '1 to 255 characters.' }),
    currency: t.string({ description: 'ISO 4217. It can change only while nothing is priced.' }),
    timeZone: t.string({ description: 'Of the IANA database, such as `Asia/Kolkata`.' }),
    active: t.boolean({ description: 'Whether shoppers can reach it.' }),
    ownerEmail: t.string({ description: 'Where leads are announced; null: nowhere.' }),
    replyTo: t.string({ description: 'Where replies to mails to customers go; null: to `ownerEmail`.' }),
    storefrontUrl: t.string({
      description: 'Where the store’s own site is; null: links in mails to customers lead to pages of this service.',
    }),
    tax: t.field({ type: TaxInput, description: 'The tax on goods.' }),
    shipping: t.field({ type: ShippingInput, description: 'What shipping costs.' }),
    lowStockThreshold: t.int({ description: 'Webhooks are told when a counted stock falls to this; 5 at first.' }),
    cancellableMinutes: t.int({
      description: 'For how many minutes a customer may cancel what they have paid; 0, as at first: not at all.',
    }),
    loyalty: t.field({ type: LoyaltyInput, description: 'The loyalty program.' }),
    chat: t.field({ type: ChatInput, description: 'The assistant.' }),
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
    description: 'Changes settings of the store.',
    args: {
      input: t.arg({ type: StoreInput, required: true, description: 'What changes.' }),
      version: t.arg.int({ required: true, description: 'The version of the store that the change is based on.' }),
    },
    resolve: (_, { input, version }, context) => updateStore(context, input, version),
  }),
}))
