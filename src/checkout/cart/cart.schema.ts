import { deleteCart } from '../../carts/use-cart.ts'
import { optionList } from '../../catalog/product.ts'
import { builder } from '../../gateway/builder.ts'
import { toMainUnits } from '../../platform/money.ts'
import { breakdownOfQuote } from '../breakdown.ts'
import { type ShownCart, type ShownItem, showCart, showChangedCart, showNewCart } from './shown-cart.ts'

const amountOrNull = (amount: bigint | null, currency: string) =>
  amount === null ? null : toMainUnits(amount, currency)

const CartItem = builder.objectRef<ShownItem>('CartItem').implement({
  description: 'A line of a cart as it stands now.',
  fields: (t) => ({
    productId: t.exposeID('id', {
      description: 'The product’s id. It is no key of the line: another one may have it in another variant.',
    }),
    variant: t.field({
      type: ['VariantOption'],
      nullable: true,
      description: 'The chosen variant; null for a product without variants.',
      resolve: ({ variant }) => variant && optionList(variant),
    }),
    variantId: t.exposeID('variantId', {
      nullable: true,
      description: 'The id of that variant, which a line may be sent back with; null for a product without variants.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'What the product is called, or was when it was put there; null when there is no such product.',
    }),
    image: t.exposeString('image', {
      nullable: true,
      description: 'The URL of its first picture; null without one, or when it is not sold.',
    }),
    unitPrice: t.float({
      nullable: true,
      description: 'What one costs now, in main currency units; null when it is not sold.',
      resolve: ({ unitPrice }, _, { store }) => amountOrNull(unitPrice, store.currency),
    }),
    qty: t.exposeInt('qty', { description: 'How many, 1 to 99.' }),
    lineTotal: t.float({
      nullable: true,
      description: 'What all of them cost now, in main currency units, before any discount; null when it is not sold.',
      resolve: ({ lineTotal }, _, { store }) => amountOrNull(lineTotal, store.currency),
    }),
    available: t.exposeBoolean('available', {
      description:
        'Whether so many can be bought now. What cannot is not in the breakdown, and checkout leaves it out.',
    }),
    message: t.exposeString('message', { nullable: true, description: 'Why it is not available, for the shopper.' }),
  }),
})

const Cart = builder.objectRef<ShownCart>('Cart').implement({
  description: 'What a shopper may buy, with prices and availability of now. Nothing is reserved.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'A secret: whoever has it may use the cart, until a customer has; from then on only they may.',
    }),
    items: t.expose('items', { type: [CartItem], description: 'What is in it, at most 100 lines.' }),
    discountCode: t.exposeString('discountCode', {
      nullable: true,
      description: 'The discount code, as it was given.',
    }),
    loyaltyPoints: t.exposeInt('loyaltyPoints', { nullable: true, description: 'The points to be redeemed.' }),
    breakdown: t.field({
      type: 'PriceBreakdown',
      description: 'What a checkout would come to now: the items that are available.',
      resolve: ({ quote }, _, { store }) => breakdownOfQuote(quote, store.currency),
    }),
    notices: t.expose('notices', {
      type: ['CheckoutNotice'],
      description: 'What a checkout would leave out now, and why.',
    }),
    currency: t.string({ description: 'ISO 4217 code.', resolve: (_, __, { store }) => store.currency }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When what is in it was last changed.' }),
  }),
})

const LineInput = builder.inputType('CartLineInput', {
  description: 'So many of a product.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The product’s id.' }),
    variant: t.field({ type: ['VariantOptionInput'], description: 'Which variant, for a product that has some.' }),
    variantId: t.id({ description: 'The same by the variant’s `id`, in place of `variant`.' }),
    qty: t.int({ required: true, description: 'How many, 1 to 99; for `set` also 0, which removes the line.' }),
  }),
})

const RemovalInput = builder.inputType('CartRemovalInput', {
  description: 'What is to go from a cart.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The product’s id.' }),
    variant: t.field({ type: ['VariantOptionInput'], description: 'Which variant, for a product that has some.' }),
    variantId: t.id({ description: 'The same by the variant’s `id`, in place of `variant`.' }),
    qty: t.int({ description: 'How many less, 1 to 99; all of them when left out.' }),
  }),
})

const NewCartInput = builder.inputType('NewCartInput', {
  description: 'What a new cart holds.',
  fields: (t) => ({
    items: t.field({ type: [LineInput], description: 'At most 100 lines; equal ones are added up.' }),
    discountCode: t.string({ description: 'A discount code, in upper or lower case; at most 255 characters.' }),
  }),
})

const CartInput = builder.inputType('CartInput', {
  description: 'Changes of a cart: either `items`, or `remove`, `set` and `add`, which are made in this order.',
  fields: (t) => ({
    items: t.field({ type: [LineInput], description: 'All that it is to hold, at most 100 lines.' }),
    add: t.field({ type: [LineInput], description: 'So many more, 99 of a line at most.' }),
    set: t.field({ type: [LineInput], description: 'So many as there are to be.' }),
    remove: t.field({ type: [RemovalInput], description: 'So many less; what is not there is no error.' }),
    discountCode: t.string({
      description: 'A discount code of at most 255 characters; null or empty takes away the one that is there.',
    }),
    loyaltyPoints: t.int({
      description: 'The points to redeem, as far as they are there and needed; null or 0 for none.',
    }),
  }),
})

/**
 * Nearly as much as a quote of as many lines as a cart may have. A document with one whole cart costs less than 1,000, and
 * so nothing but its call.
 */
const complexity = { field: 900 }
const id = { required: true, description: 'The cart’s id.' } as const

builder.queryField('cart', (t) =>
  t.field({
    type: Cart,
    nullable: true,
    description:
      'A cart as it stands now. With a customer’s token it is theirs from then on, and not found by anybody else.',
    behindPassword: true,
    failure: 'Failed to load the cart',
    complexity,
    args: { id: t.arg.id(id) },
    resolve: (_, args, context) => showCart(context, args.id),
  }),
)

builder.mutationFields((t) => ({
  createCart: t.field({
    type: Cart,
    nullable: true,
    description:
      'Makes a cart, which goes when nobody has used it for 30 days. A code also counts against `quoteCode`.',
    behindPassword: true,
    limit: 'cart',
    failure: 'Failed to create the cart',
    complexity,
    args: { input: t.arg({ type: NewCartInput, description: 'What is in it; nothing when left out.' }) },
    resolve: (_, { input }, context) => showNewCart(context, input),
  }),
  updateCart: t.field({
    type: Cart,
    nullable: true,
    description: 'Changes a cart, all of it or nothing. A discount code also counts against `quoteCode`.',
    behindPassword: true,
    limit: 'cart',
    failure: 'Failed to change the cart',
    complexity,
    args: {
      id: t.arg.id(id),
      input: t.arg({ type: CartInput, required: true, description: 'What is to change.' }),
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
