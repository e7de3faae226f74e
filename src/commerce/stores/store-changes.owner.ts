import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { updateStore } from './update-store.ts'

const TaxInput = ownerBuilder.inputType('TaxInput', {
  description: 'The tax settings.',
  fields: (t) => ({
    rate: t.float({ description: 'The default rate in percent: 0 to 100, at most 4 decimals.' }),
    inclusive: t.boolean({ description: 'Whether prices include tax.' }),
  }),
})

const ShippingInput = ownerBuilder.inputType('ShippingInput', {
  description: 'The shipping fee of stores without delivery zones, in main currency units, and what the zones need.',
  fields: (t) => ({
    fee: t.float({ description: 'The fee per order.' }),
    freeFrom: t.float({
      description: 'Shipping is free from this amount of goods after the discount; null if it never is.',
    }),
    country: t.string({
      description:
        'Where orders without a destination go, as an ISO 3166-1 code; null for the country of the store’s currency. Set it where several countries have that currency, such as EUR: otherwise orders must name their country.',
    }),
    defaultWeight: t.int({ description: 'The weight of products that have none, in grams.' }),
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

const PictureInput = ownerBuilder.inputType('StorePictureInput', {
  description: 'A picture of the store itself.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'A URL, or a path of this service such as that of an upload.' }),
    alt: t.string({ description: 'The alternative text, at most 500 characters.' }),
  }),
})

const LinkInput = ownerBuilder.inputType('StoreLinkInput', {
  description: 'A link to a page of the owner.',
  fields: (t) => ({
    label: t.string({ required: true, description: 'The text of the link, 1 to 60 characters.' }),
    url: t.string({ required: true, description: 'A URL, or a path of this service.' }),
  }),
})

const AppearanceInput = ownerBuilder.inputType('StoreAppearanceInput', {
  description: 'How the shop in the browser looks. Omitted fields stay unchanged; null clears a field.',
  fields: (t) => ({
    name: t.string({ description: 'The name of the shop, at most 100 characters; null to use the business name.' }),
    logo: t.field({ type: PictureInput, description: 'The logo.' }),
    accentColor: t.string({
      description:
        'The colour of buttons and links, such as `#8a3b12`. It is made darker or lighter where it could not be read.',
    }),
    heroText: t.string({ description: 'What the home page says under the name, at most 400 characters.' }),
    heroPicture: t.field({ type: PictureInput, description: 'The picture of the home page.' }),
    links: t.field({
      type: [LinkInput],
      description: 'All links to pages of the owner, at most 20. Links that are not in the list are deleted.',
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
    locale: t.string({
      description:
        'How amounts and dates are written in the shop and in mails, as a BCP 47 tag such as `en-IN`; null for as in the country of the business, or with the currency.',
    }),
    active: t.boolean({ description: 'Whether the store is open to shoppers.' }),
    ownerEmail: t.string({
      description:
        'The email address that receives notifications of new orders and leads; null for none. A change needs the scopes `orders` and `customers` as well, or `read`.',
    }),
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
    shopEnabled: t.boolean({ description: 'Whether the store has a shop in the browser. Default: true.' }),
    appearance: t.field({ type: AppearanceInput, description: 'How the shop in the browser looks.' }),
    loyalty: t.field({ type: LoyaltyInput, description: 'The settings of the loyalty program.' }),
    chat: t.field({ type: ChatInput, description: 'The settings of the chat assistant.' }),
  }),
})

ownerBuilder.mutationFields((t) => ({
  updateStore: t.field({
    scope: 'settings',
    type: 'Store',
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
