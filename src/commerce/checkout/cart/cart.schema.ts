import { builder } from '../../../api/graphql/schema/builder.ts'
import { deleteCart } from '../../carts/use-cart.ts'
import { breakdownOfQuote } from '../breakdown.ts'
import { showCart, showChangedCart, showNewCart } from './shown-cart.ts'

const Cart = builder.objectType('Cart', {
  description: 'A shopping cart with current prices and availability. Nothing is reserved.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        'The ID of the cart. Keep it secret: anyone who knows it can use the cart until a customer has used it; from then on only that customer can.',
    }),
    items: t.expose('items', { type: ['CartItem'], description: 'The lines of the cart, at most 100.' }),
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
    selling: true,
    failure: 'Failed to load the cart',
    complexity,
    args: {
      id: t.arg.id(id),
      to: t.arg({ type: 'DestinationInput', description: 'Where to deliver if the cart does not say.' }),
      toDefaultAddress: t.arg.boolean({
        description:
          'Whether to deliver to the customer’s default address, or else to their first, if the cart does not say; `to` is for customers without an address then.',
      }),
      reduceToStock: t.arg.boolean({
        description:
          'Whether lines with more units than are left are first reduced, and stored with what is left; `reducedFrom` is then set. Lines that are sold out stay as they are.',
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
    selling: true,
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
    selling: true,
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
    selling: true,
    limit: 'cart',
    failure: 'Failed to delete the cart',
    args: { id: t.arg.id(id) },
    resolve: (_, args, context) => deleteCart(context, args.id),
  }),
}))
