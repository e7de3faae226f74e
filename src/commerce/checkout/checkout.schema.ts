import { builder } from '../../api/graphql/schema/builder.ts'
import { MAX_ITEMS } from '../carts/cart-line.ts'
import { breakdownOfOrder, breakdownOfQuote } from './breakdown.ts'
import { CITY } from './cart-input.ts'
import { checkout } from './checkout.ts'
import { noticesOf } from './notice.ts'
import { quoteCart } from './price-cart.ts'

const CheckoutType = builder.objectType('Checkout', {
  description: 'An order that awaits payment.',
  fields: (t) => ({
    orderId: t.id({ description: 'The ID of the order, unique within the store.', resolve: ({ order }) => order.id }),
    orderNo: t.string({
      description: 'The order number, as the buyer and the owner see it.',
      resolve: ({ order }) => order.orderNo,
    }),
    providerOrderId: t.exposeString('providerOrderId', { description: 'The payment provider’s ID of the order.' }),
    amount: t.float({
      description: 'The amount to pay in subunits of the currency (paise for INR), a whole number.',
      resolve: ({ order }) => Number(order.total),
    }),
    currency: t.string({ description: 'The currency as an ISO 4217 code.', resolve: ({ order }) => order.currency }),
    keyId: t.exposeString('keyId', { description: 'The payment provider’s public key, for its checkout widget.' }),
    businessName: t.string({
      description: 'The name of the store.',
      resolve: (_, __, { store }) => store.businessName,
    }),
    breakdown: t.field({
      type: 'PriceBreakdown',
      description: 'The breakdown of the amount.',
      resolve: ({ order }) => breakdownOfOrder(order),
    }),
    notices: t.field({
      type: ['CheckoutNotice'],
      description: 'Notices about what was left out.',
      resolve: ({ order }) => noticesOf(order),
    }),
  }),
})

const QuoteType = builder.objectType('Quote', {
  description: 'The current price of a cart. Nothing is reserved.',
  fields: (t) => ({
    currency: t.string({
      description: 'The currency as an ISO 4217 code.',
      resolve: (_, __, { store }) => store.currency,
    }),
    breakdown: t.field({
      type: 'PriceBreakdown',
      description: 'The breakdown of the price.',
      resolve: ({ quote }, _, { store }) => breakdownOfQuote(quote, store.currency),
    }),
    notices: t.expose('notices', {
      type: ['CheckoutNotice'],
      description: 'Notices about what checkout would leave out.',
    }),
  }),
})

builder.inputType('VariantOptionInput', {
  description: 'An option of a variant.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the option, such as size.' }),
    value: t.string({ required: true, description: 'The value of the option, such as 250g.' }),
  }),
})

const ItemInput = builder.inputType('CartItemInput', {
  description: 'An item to price or to buy.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The ID of the product.' }),
    qty: t.int({
      required: true,
      description: 'The number of units, 1 to 99. An item with any other number is dropped.',
    }),
    variant: t.field({
      type: ['VariantOptionInput'],
      description: 'The options of the variant, if the product has variants.',
    }),
    variantId: t.id({ description: 'The ID of the variant, as an alternative to `variant`.' }),
  }),
})

const BuyerInput = builder.inputType('BuyerInput', {
  description: 'The buyer.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the buyer, at most 255 characters.' }),
    phone: t.string({
      required: true,
      description: 'The phone number, at most 50 characters. Its last 4 digits are needed to track the order.',
    }),
    email: t.string({ description: 'The email address, at most 255 characters.' }),
    address: t.string({ description: 'The shipping address, at most 1000 characters.' }),
    city: t.string({ description: `${CITY} At most 100 characters.` }),
    notes: t.string({ description: 'Notes for the store, at most 500 characters.' }),
  }),
})

const CheckoutInput = builder.inputType('CheckoutInput', {
  description: 'The items to buy and their buyer. Prices are always calculated by the server.',
  fields: (t) => ({
    items: t.field({ type: [ItemInput], description: '1 to 100 items; omit it if `cartId` is given.' }),
    cartId: t.id({
      description:
        'The ID of a cart to buy instead of `items`. The cart’s discount code and points are used unless others are given here. When the order is paid, its items are removed from the cart.',
    }),
    buyer: t.field({ type: BuyerInput, required: true, description: 'The buyer.' }),
    discountCode: t.string({ description: 'A discount code, ignoring case.' }),
    addressId: t.id({
      description:
        'The ID of one of the customer’s addresses, as an alternative to `buyer.address`. Requires the customer’s token.',
    }),
    loyaltyPoints: t.float({
      description: 'The maximum number of points to redeem. Requires the customer’s token.',
    }),
    delivery: t.field({ type: 'DeliveryInput', description: 'Where to deliver, and how; for stores with zones.' }),
    paymentMethod: t.string({
      description: 'The code of a payment method of the store; by default its payment provider.',
    }),
    expectedTotal: t.float({
      description:
        'The total that the buyer has been shown: `breakdown.total` of a cart or quote. If the order would cost something else, nothing is ordered: CONFLICT, with the new total in its message and the reasons in its notices.',
    }),
  }),
})

const QuoteInput = builder.inputType('QuoteInput', {
  description: 'The items to price.',
  fields: (t) => ({
    items: t.field({ type: [ItemInput], required: true, description: '1 to 100 items.' }),
    phone: t.string({
      description:
        'The guest’s phone number. Units held by their own unpaid orders from the same IP address count as available. Limits per customer are not checked.',
    }),
    discountCode: t.string({ description: 'A discount code, ignoring case.' }),
    loyaltyPoints: t.float({ description: 'The number of points to redeem. Requires the customer’s token.' }),
    delivery: t.field({ type: 'DeliveryInput', description: 'Where to deliver, and how; for stores with zones.' }),
    addressId: t.id({
      description: 'The ID of one of the customer’s addresses, as an alternative to a destination in `delivery`.',
    }),
    paymentMethod: t.string({
      description: 'The code of a payment method of the store; by default its payment provider.',
    }),
  }),
})

/** A line reads a product with variants and held units, like a listed product. */
const LINE_COST = 10

/** @param cartId a stored cart instead of items, of unknown size */
const cartCost = ({
  items,
  cartId,
}: {
  items?: readonly unknown[] | null | undefined
  cartId?: string | null | undefined
}) => ({
  field: 1 + LINE_COST * (cartId ? MAX_ITEMS : (items?.length ?? 0)),
})

builder.queryField('quote', (t) =>
  t.field({
    type: QuoteType,
    nullable: true,
    description:
      'Calculates the price that checkout would charge now. Nothing is reserved. Limits per customer are only checked with the customer’s token. A request with a discount code also counts towards the `quoteCode` limit.',
    selling: true,
    failure: 'Failed to price the cart',
    complexity: ({ input }) => cartCost(input),
    args: { input: t.arg({ type: QuoteInput, required: true, description: 'The items to price.' }) },
    resolve: (_, { input }, context) => quoteCart(context, input),
  }),
)

builder.mutationField('checkout', (t) =>
  t.field({
    type: CheckoutType,
    nullable: true,
    description:
      'Places an order that awaits payment. With an `Idempotency-Key` header, repeating the request within 24 hours returns the same order.',
    selling: true,
    limit: 'checkout',
    complexity: ({ input }) => cartCost(input),
    failure: 'Checkout failed',
    args: { input: t.arg({ type: CheckoutInput, required: true, description: 'The items to buy and their buyer.' }) },
    resolve: (_, { input }, context) => checkout(context, input),
  }),
)
