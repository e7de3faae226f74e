import { MAX_ITEMS } from '../carts/cart-line.ts'
import { builder } from '../gateway/builder.ts'
import { toMainUnits } from '../platform/money.ts'
import { breakdownOfOrder, breakdownOfQuote } from './breakdown.ts'
import { type Checkout, checkout } from './checkout.ts'
import { noticesOf } from './notice.ts'
import type { PricedCart } from './price-cart.ts'
import { quoteCart } from './quote-cart.ts'

const BreakdownType = builder.objectType('PriceBreakdown', {
  description:
    'What an order comes to, in main currency units: `subtotal − discount − loyaltyDiscount + shipping + tax = total`, with `tax` already in the prices when `gstInclusive`.',
  fields: (t) => ({
    subtotal: t.float({
      description: 'The goods.',
      resolve: ({ subtotal, currency }) => toMainUnits(subtotal, currency),
    }),
    discount: t.float({
      description: 'What the discount code takes off.',
      resolve: ({ discount, currency }) => toMainUnits(discount, currency),
    }),
    loyaltyDiscount: t.float({
      description: 'What the redeemed points take off.',
      resolve: ({ loyaltyDiscount, currency }) => toMainUnits(loyaltyDiscount, currency),
    }),
    loyaltyPointsUsed: t.exposeInt('pointsUsed', { description: 'The points that are redeemed.' }),
    loyaltyPointsEarned: t.exposeInt('pointsEarned', {
      description: 'The points that the purchase earns once it is paid.',
    }),
    shipping: t.float({
      description: 'What shipping costs.',
      resolve: ({ shipping, currency }) => toMainUnits(shipping, currency),
    }),
    tax: t.float({ description: 'The tax.', resolve: ({ tax, currency }) => toMainUnits(tax, currency) }),
    gstInclusive: t.exposeBoolean('taxInclusive', { description: 'Whether the prices include tax.' }),
    total: t.float({
      description: 'What there is to pay.',
      resolve: ({ total, currency }) => toMainUnits(total, currency),
    }),
  }),
})

const NoticeCode = builder.enumType('NoticeCode', {
  description: 'What a notice is about.',
  values: {
    ITEM_INVALID: { description: 'An item was dropped: it is malformed.' },
    ITEM_UNAVAILABLE: { description: 'An item was dropped: the store does not sell it, or not in this variant.' },
    ITEM_OUT_OF_STOCK: { description: 'An item was dropped: there is not enough of it.' },
    ITEM_LIMITED: {
      description: 'An item was dropped: who has left several orders unpaid may have only so many of it on order.',
    },
    DISCOUNT_NOT_APPLIED: { description: 'The discount code takes nothing off.' },
    POINTS_NOT_APPLIED: { description: 'Not all the points that were asked for are redeemed.' },
  },
})

const NoticeType = builder.objectType('CheckoutNotice', {
  description: 'Something that was left out, and why.',
  fields: (t) => ({
    code: t.expose('code', { type: NoticeCode, description: 'What it is about.' }),
    message: t.exposeString('message', { description: 'Why, for the shopper.' }),
    itemIndex: t.exposeInt('item', {
      nullable: true,
      description: 'Which item of the cart, counted from 0; null for the whole cart.',
    }),
    item: t.exposeInt('item', { nullable: true, description: 'The same as `itemIndex`, by its older name.' }),
    productId: t.id({
      nullable: true,
      description: 'The product that the item names; null for the whole cart, or when it names none.',
      resolve: ({ productId }) => productId ?? null,
    }),
  }),
})

const CheckoutType = builder.objectRef<Checkout>('Checkout').implement({
  description: 'An order that waits for its payment.',
  fields: (t) => ({
    orderId: t.id({ description: 'The ID of the order, unique within the store.', resolve: ({ order }) => order.id }),
    orderNo: t.string({
      description: 'The order number, as the buyer and the owner see it.',
      resolve: ({ order }) => order.orderNo,
    }),
    providerOrderId: t.exposeString('providerOrderId', { description: 'What the payment provider calls it.' }),
    amount: t.float({
      description: 'What there is to pay, a whole number of currency subunits (paise for INR).',
      resolve: ({ order }) => Number(order.total),
    }),
    currency: t.string({ description: 'ISO 4217 code.', resolve: ({ order }) => order.currency }),
    keyId: t.exposeString('keyId', { description: 'The payment provider’s public key, for its widget.' }),
    businessName: t.string({
      description: 'What the store is called.',
      resolve: (_, __, { store }) => store.businessName,
    }),
    breakdown: t.field({
      type: BreakdownType,
      description: 'How the amount comes about.',
      resolve: ({ order }) => breakdownOfOrder(order),
    }),
    notices: t.field({
      type: [NoticeType],
      description: 'What was left out, and why.',
      resolve: ({ order }) => noticesOf(order),
    }),
  }),
})

const QuoteType = builder.objectRef<PricedCart>('Quote').implement({
  description: 'What a cart would cost now. Nothing is reserved.',
  fields: (t) => ({
    currency: t.string({ description: 'ISO 4217 code.', resolve: (_, __, { store }) => store.currency }),
    breakdown: t.field({
      type: BreakdownType,
      description: 'How the total comes about.',
      resolve: ({ quote }, _, { store }) => breakdownOfQuote(quote, store.currency),
    }),
    notices: t.expose('notices', { type: [NoticeType], description: 'What would be left out, and why.' }),
  }),
})

builder.inputType('VariantOptionInput', {
  description: 'One choice that makes a variant.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the option, such as size.' }),
    value: t.string({ required: true, description: 'What it is to be, such as 250g.' }),
  }),
})

const ItemInput = builder.inputType('CartItemInput', {
  description: 'A product in a cart.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The product’s id.' }),
    qty: t.int({ required: true, description: 'How many, 1 to 99; an item outside that is dropped.' }),
    variant: t.field({ type: ['VariantOptionInput'], description: 'Which variant, for a product that has some.' }),
    variantId: t.id({ description: 'The same by the variant’s `id`, in place of `variant`.' }),
  }),
})

const BuyerInput = builder.inputType('BuyerInput', {
  description: 'Who buys.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'At most 255 characters.' }),
    phone: t.string({ required: true, description: 'At most 50 characters; its last 4 digits track the order.' }),
    email: t.string({ description: 'An email address of at most 255 characters.' }),
    address: t.string({ description: 'Where to send it, at most 1000 characters.' }),
    notes: t.string({ description: 'For the store, at most 500 characters.' }),
  }),
})

const CheckoutInput = builder.inputType('CheckoutInput', {
  description: 'A cart to buy. Prices are the store’s, never the client’s.',
  fields: (t) => ({
    items: t.field({ type: [ItemInput], description: '1 to 100 items; left out with `cartId`.' }),
    cartId: t.id({
      description:
        'A cart, in place of `items`: what is in it, with its code and points unless others are given here. Its payment takes out of it what was bought.',
    }),
    buyer: t.field({ type: BuyerInput, required: true, description: 'Who buys.' }),
    discountCode: t.string({ description: 'A discount code, in upper or lower case.' }),
    addressId: t.id({
      description: 'Where to send it: an address of the customer’s, in place of `buyer.address`; takes their token.',
    }),
    loyaltyPoints: t.float({
      description: 'Points to redeem, as far as they are there and needed; takes a customer’s token.',
    }),
  }),
})

const QuoteInput = builder.inputType('QuoteInput', {
  description: 'A cart to price.',
  fields: (t) => ({
    items: t.field({ type: [ItemInput], required: true, description: '1 to 100 items.' }),
    phone: t.string({
      description:
        'The guest’s phone: what they hold unpaid from the same address counts as free for them. Limits per customer are left out, whatever it is.',
    }),
    discountCode: t.string({ description: 'A discount code, in upper or lower case.' }),
    loyaltyPoints: t.float({ description: 'Points to redeem; takes a customer’s token.' }),
  }),
})

/** Each cart line reads a product with its variants and held units, which costs about as much as listing a product. */
const LINE_COST = 10

/** @param cartId a stored cart in place of the items; how many lines it has nobody knows before */
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
      'What a cart would cost now: the price that checkout will ask. Nothing is reserved. Without the customer’s token it leaves limits per customer out, and with a discount code it also counts against `quoteCode`.',
    behindPassword: true,
    failure: 'Failed to price the cart',
    complexity: ({ input }) => cartCost(input),
    args: { input: t.arg({ type: QuoteInput, required: true, description: 'The cart.' }) },
    resolve: (_, { input }, context) => quoteCart(context, input),
  }),
)

builder.mutationField('checkout', (t) =>
  t.field({
    type: CheckoutType,
    nullable: true,
    description:
      'Turns a cart into an order that waits to be paid. With the header `Idempotency-Key` the same request gives the same order for 24 hours.',
    behindPassword: true,
    limit: 'checkout',
    complexity: ({ input }) => cartCost(input),
    failure: 'Checkout failed',
    args: { input: t.arg({ type: CheckoutInput, required: true, description: 'The cart and its buyer.' }) },
    resolve: (_, { input }, context) => checkout(context, input),
  }),
)
