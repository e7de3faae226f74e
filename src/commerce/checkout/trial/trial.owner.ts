import { ownerBuilder } from '../../../api/graphql/schema/owner-builder.ts'
import { toMainUnits } from '../../../platform/money.ts'
import { DestinationInput } from '../../delivery/owner-types.ts'
import type { CartLine } from '../cart-lines.ts'
import { type QuoteTrial, tryQuote } from './test-quote.ts'
import type { MethodTrial } from './try-methods.ts'

type Priced<Part> = Part & { currency: string }

const Line = ownerBuilder.objectRef<Priced<CartLine>>('TestedLine').implement({
  description: 'An item that can be bought.',
  fields: (t) => ({
    productId: t.id({ description: 'The ID of the product.', resolve: ({ product }) => product.id }),
    variantId: t.id({
      nullable: true,
      description: 'The ID of the variant; null if the product has none.',
      resolve: ({ variant }) => variant?.id ?? null,
    }),
    name: t.string({ description: 'The name of the product.', resolve: ({ product }) => product.name }),
    qty: t.exposeInt('qty', { description: 'The number of units.' }),
    price: t.float({
      description: 'The price of a unit in main currency units.',
      resolve: ({ unitPrice, currency }) => toMainUnits(unitPrice, currency),
    }),
  }),
})

const Method = ownerBuilder.objectRef<Priced<MethodTrial>>('TestedMethod').implement({
  description: 'A delivery method or a payment method of the store, and what comes of it for a cart.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code of the method.' }),
    name: t.exposeString('name', { description: 'The name of the method.' }),
    zone: t.exposeString('zone', {
      nullable: true,
      description: 'The code of the zone of a delivery method; null for a payment method.',
    }),
    fee: t.float({
      nullable: true,
      description: 'The fee in main currency units; null if the method is not offered.',
      resolve: ({ fee, currency }) => (fee === null ? null : toMainUnits(fee, currency)),
    }),
    chosen: t.exposeBoolean('isTaken', { description: 'Whether the price is with this method.' }),
    refusal: t.exposeString('refusal', {
      nullable: true,
      description: 'Why it is not offered; null if it is.',
    }),
  }),
})

const amount = (
  name: 'subtotal' | 'discount' | 'loyaltyDiscount' | 'shipping' | 'tax' | 'total',
  description: string,
) => ({
  description,
  resolve: ({ quote, store }: QuoteTrial) => toMainUnits(quote[name], store.currency),
})

const Quote = ownerBuilder.objectRef<QuoteTrial>('TestedQuote').implement({
  description:
    'What a shopper would pay for a cart now, in main currency units: `subtotal − discount − loyaltyDiscount + shipping + tax = total`, where `tax` is only added if not `taxInclusive`.',
  fields: (t) => ({
    currency: t.string({
      description: 'The currency as an ISO 4217 code.',
      resolve: ({ store }) => store.currency,
    }),
    items: t.field({
      type: [Line],
      description: 'The items that can be bought.',
      resolve: ({ lines, store: { currency } }) => lines.map((line) => ({ ...line, currency })),
    }),
    subtotal: t.float(amount('subtotal', 'The total price of the goods before deductions.')),
    discount: t.float(amount('discount', 'The amount deducted by the discount code.')),
    loyaltyDiscount: t.float(amount('loyaltyDiscount', 'The amount deducted by the redeemed points.')),
    shipping: t.float(amount('shipping', 'The fees of delivery and payment.')),
    tax: t.float(amount('tax', 'The tax.')),
    taxInclusive: t.boolean({
      description: 'Whether the prices include the tax.',
      resolve: ({ quote }) => quote.taxInclusive,
    }),
    total: t.float(amount('total', 'The total amount to pay.')),
    pointsUsed: t.int({ description: 'The points redeemed.', resolve: ({ quote }) => quote.pointsUsed }),
    pointsEarned: t.int({
      description: 'The points that the order would earn.',
      resolve: ({ quote }) => quote.pointsEarned,
    }),
    notices: t.field({
      type: ['CheckoutNotice'],
      description: 'What the shopper would be told about what was left out.',
      resolve: ({ notices }) => notices,
    }),
    zone: t.exposeString('zone', {
      nullable: true,
      description: 'The code of the destination’s zone; null without one, and where the store has no zones.',
    }),
    deliveryMethods: t.field({
      type: [Method],
      description: 'The active delivery methods of all zones; none where the store has no zones.',
      resolve: ({ deliveryMethods, store: { currency } }) => deliveryMethods.map((method) => ({ ...method, currency })),
    }),
    paymentMethods: t.field({
      type: [Method],
      description: 'The active payment methods of the store, besides its payment provider.',
      resolve: ({ paymentMethods, store: { currency } }) => paymentMethods.map((method) => ({ ...method, currency })),
    }),
  }),
})

const ItemInput = ownerBuilder.inputType('TestItemInput', {
  description: 'An item to price.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The ID of the product.' }),
    qty: t.int({ required: true, description: 'The number of units, 1 to 99.' }),
    variant: t.field({ type: ['VariantOptionInput'], description: 'The options of the variant.' }),
    variantId: t.id({ description: 'The ID of the variant, as an alternative to `variant`.' }),
  }),
})

/** As a shopper's quote. */
const LINE_COST = 10

ownerBuilder.queryField('testQuote', (t) =>
  t.field({
    scope: { anyOf: ['marketing', 'settings'] },
    type: Quote,
    nullable: true,
    description:
      'Calculates what a shopper would pay for a cart now, and which delivery and payment methods they would be offered. Nothing is stored, reserved or counted.',
    failure: 'Failed to calculate the price',
    complexity: ({ items }: { items: readonly unknown[] }) => ({ field: 1 + LINE_COST * items.length }),
    args: {
      items: t.arg({ type: [ItemInput], required: true, description: '1 to 100 items.' }),
      discountCode: t.arg.string({
        description: 'A discount code, ignoring case. `notices` say why it does not apply.',
      }),
      asIfActive: t.arg.boolean({
        defaultValue: false,
        description: 'Whether to take the discount as if it were active now, to try it before it starts.',
      }),
      destination: t.arg({
        type: DestinationInput,
        description: 'Where to deliver; by default somewhere in the store’s country.',
      }),
      deliveryMethod: t.arg.string({ description: 'The code of a delivery method; the cheapest by default.' }),
      paymentMethod: t.arg.string({
        description: 'The code of a payment method of the store; by default its payment provider.',
      }),
      customerId: t.arg.id({
        description:
          'The ID of a customer, whose points, holds and uses of the discount count; by default a guest. Needs the key scope `customers`.',
      }),
      loyaltyPoints: t.arg.int({ description: 'The number of the customer’s points to redeem.' }),
    },
    resolve: (_, { destination, deliveryMethod, ...args }, context) =>
      tryQuote(context, { ...args, delivery: { ...destination, method: deliveryMethod } }),
  }),
)
