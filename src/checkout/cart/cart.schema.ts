import { deleteCart } from '../../carts/use-cart.ts'
import { pictureAt } from '../../catalog/pictures.ts'
import { optionList } from '../../catalog/product.ts'
import { builder } from '../../graphql/schema/builder.ts'
import { pictureAddress } from '../../media/picture-links.ts'
import { toMainUnits } from '../../platform/money.ts'
import { breakdownOfQuote } from '../breakdown.ts'
import { type ShownItem, showCart, showChangedCart, showNewCart } from './shown-cart.ts'

const amountOrNull = (amount: bigint | null, currency: string) =>
  amount === null ? null : toMainUnits(amount, currency)

const CartItem = builder.objectRef<ShownItem>('CartItem').implement({
  description: 'A line of a cart with its current price and availability.',
  fields: (t) => ({
    productId: t.exposeID('id', {
      description:
        'The ID of the product. It does not identify the line, because several lines can have different variants of the same product.',
    }),
    variant: t.field({
      type: ['VariantOption'],
      nullable: true,
      description: 'The options of the chosen variant; null for a product without variants.',
      resolve: ({ variant }) => variant && optionList(variant),
    }),
    variantId: t.exposeID('variantId', {
      nullable: true,
      description:
        'The ID of the chosen variant, accepted as `variantId` of an input line; null for a product without variants.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description:
        'The name of the product, or its name when it was added to the cart; null if there is no such product.',
    }),
    image: t.string({
      nullable: true,
      description: 'The URL of the first picture; null if there is none or the product is not for sale.',
      resolve: ({ picture }, _, { baseUrl }) => (picture === null ? null : pictureAddress(picture, baseUrl)),
    }),
    picture: t.field({
      type: 'ProductMedia',
      nullable: true,
      description: 'That picture with its sizes; null if there is none or the product is not for sale.',
      resolve: ({ picture }) => (picture === null ? null : pictureAt(picture)),
    }),
    unitPrice: t.float({
      nullable: true,
      description: 'The current price per unit in main currency units; null if the product is not for sale.',
      resolve: ({ unitPrice }, _, { store }) => amountOrNull(unitPrice, store.currency),
    }),
    qty: t.exposeInt('qty', { description: 'The number of units, 1 to 99.' }),
    lineTotal: t.float({
      nullable: true,
      description:
        'The current price of the line in main currency units, before discounts; null if the product is not for sale.',
      resolve: ({ lineTotal }, _, { store }) => amountOrNull(lineTotal, store.currency),
    }),
    available: t.exposeBoolean('available', {
      description:
        'Whether this number of units can be bought now. Unavailable lines are not included in the breakdown and are dropped by checkout.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'Why the line is unavailable, for display to the shopper; null if it is available.',
    }),
  }),
})

const Cart = builder.objectType('Cart', {
  description: 'A shopping cart with current prices and availability. Nothing is reserved.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        'The ID of the cart. Keep it secret: anyone who knows it can use the cart until a customer has used it; from then on only that customer can.',
    }),
    items: t.expose('items', { type: [CartItem], description: 'The lines of the cart, at most 100.' }),
    discountCode: t.exposeString('discountCode', {
      nullable: true,
      description: 'The discount code as entered; null if there is none.',
    }),
    loyaltyPoints: t.exposeInt('loyaltyPoints', { nullable: true, description: 'The points to redeem; null if none.' }),
    breakdown: t.field({
      type: 'PriceBreakdown',
      description: 'The current price of the available lines.',
      resolve: ({ quote }, _, { store }) => breakdownOfQuote(quote, store.currency),
    }),
    notices: t.expose('notices', {
      type: ['CheckoutNotice'],
      description: 'Notices about what checkout would leave out now.',
    }),
    currency: t.string({
      description: 'The currency as an ISO 4217 code.',
      resolve: (_, __, { store }) => store.currency,
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the contents of the cart were last changed.',
    }),
  }),
})

const LineInput = builder.inputType('CartLineInput', {
  description: 'A line of a cart.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The ID of the product.' }),
    variant: t.field({
      type: ['VariantOptionInput'],
      description: 'The options of the variant, if the product has variants.',
    }),
    variantId: t.id({ description: 'The ID of the variant, as an alternative to `variant`.' }),
    qty: t.int({
      required: true,
      description: 'The number of units, 1 to 99. In `set` it can be 0, which removes the line.',
    }),
  }),
})

const RemovalInput = builder.inputType('CartRemovalInput', {
  description: 'Units to remove from a cart.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The ID of the product.' }),
    variant: t.field({
      type: ['VariantOptionInput'],
      description: 'The options of the variant, if the product has variants.',
    }),
    variantId: t.id({ description: 'The ID of the variant, as an alternative to `variant`.' }),
    qty: t.int({ description: 'The number of units to remove, 1 to 99; by default the whole line.' }),
  }),
})

const NewCartInput = builder.inputType('NewCartInput', {
  description: 'The contents of a new cart.',
  fields: (t) => ({
    items: t.field({
      type: [LineInput],
      description: 'At most 100 lines. Lines with the same product and variant are merged.',
    }),
    discountCode: t.string({ description: 'A discount code, ignoring case; at most 255 characters.' }),
    delivery: t.field({
      type: 'DeliveryInput',
      description: 'Where to deliver, and how.',
    }),
    addressId: t.id({
      description: 'The ID of one of the customer’s addresses, as an alternative to a destination in `delivery`.',
    }),
    paymentMethod: t.string({
      description: 'The code of a payment method of the store; by default its payment provider.',
    }),
  }),
})

const CartInput = builder.inputType('CartInput', {
  description: 'The changes to a cart: either `items`, or `remove`, `set` and `add`, which are applied in this order.',
  fields: (t) => ({
    items: t.field({ type: [LineInput], description: 'The complete new contents, at most 100 lines.' }),
    add: t.field({ type: [LineInput], description: 'Units to add, up to 99 units per line.' }),
    set: t.field({ type: [LineInput], description: 'Lines whose number of units is set to the given value.' }),
    remove: t.field({
      type: [RemovalInput],
      description: 'Units to remove. Removing something that is not in the cart is not an error.',
    }),
    discountCode: t.string({
      description: 'The discount code, at most 255 characters; null or empty to remove the current one.',
    }),
    loyaltyPoints: t.int({
      description: 'The maximum number of points to redeem; null or 0 for none.',
    }),
    delivery: t.field({
      type: 'DeliveryInput',
      description: 'Where to deliver, and how; null to clear it.',
    }),
    addressId: t.id({
      description: 'The ID of one of the customer’s addresses, as an alternative to a destination in `delivery`.',
    }),
    paymentMethod: t.string({
      description: 'The code of a payment method of the store; null for its payment provider.',
    }),
  }),
})

/** About a quote of a full cart. One cart per document stays below 1,000 and costs only its call. */
const complexity = { field: 900 }
const id = { required: true, description: 'The ID of the cart.' } as const

builder.queryField('cart', (t) =>
  t.field({
    type: Cart,
    nullable: true,
    description:
      'A cart with current prices. Once it is requested with a customer’s token, it belongs to that customer and is not found by anyone else.',
    behindPassword: true,
    failure: 'Failed to load the cart',
    complexity,
    args: {
      id: t.arg.id(id),
      to: t.arg({ type: 'DestinationInput', description: 'Where to deliver if the cart does not say.' }),
      toDefaultAddress: t.arg.boolean({
        description:
          'Whether to deliver to the customer’s default address, or else to their first, if the cart does not say; `to` is for customers without an address then.',
      }),
    },
    resolve: (_, { id, ...asked }, context) => showCart(context, id, asked),
  }),
)

builder.mutationFields((t) => ({
  createCart: t.field({
    type: Cart,
    nullable: true,
    description:
      'Creates a cart. It is deleted after 30 days without use. A request with a discount code also counts towards the `quoteCode` limit.',
    behindPassword: true,
    limit: 'cart',
    failure: 'Failed to create the cart',
    complexity,
    args: { input: t.arg({ type: NewCartInput, description: 'The contents of the cart; empty by default.' }) },
    resolve: (_, { input }, context) => showNewCart(context, input),
  }),
  updateCart: t.field({
    type: Cart,
    nullable: true,
    description:
      'Updates a cart. The changes are applied completely or not at all. A request with a discount code also counts towards the `quoteCode` limit.',
    behindPassword: true,
    limit: 'cart',
    failure: 'Failed to change the cart',
    complexity,
    args: {
      id: t.arg.id(id),
      input: t.arg({ type: CartInput, required: true, description: 'The changes.' }),
    },
    resolve: (_, args, context) => showChangedCart(context, args.id, args.input),
  }),
  deleteCart: t.boolean({
    nullable: true,
    description: 'Deletes a cart.',
    behindPassword: true,
    limit: 'cart',
    failure: 'Failed to delete the cart',
    args: { id: t.arg.id(id) },
    resolve: (_, args, context) => deleteCart(context, args.id),
  }),
}))
