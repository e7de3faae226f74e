import type { Context } from '../../../api/context.ts'
import { builder } from '../../../api/graphql/schema/builder.ts'
import { toMainUnits } from '../../../platform/money.ts'
import { REGION_FORM } from '../../../shared/regions.ts'
import { findProviderAccount } from '../../payments/provider-account.ts'
import { type DeliveryOffer, deliverySelectionCost, findDeliveryOffer, findUsualOffer } from './delivery-offer.ts'
import { DeliveryKindType, DestinationType, days, Pickup } from './delivery-types.ts'
import type { DeliveryOption, Fulfilled, PaymentOption } from './fulfilment.ts'

const DeliveryOptionType = builder.objectRef<DeliveryOption>('DeliveryOption').implement({
  description: 'A delivery method with its fee for the order.',
  fields: (t) => ({
    code: t.string({
      description: 'The code of the method, for `delivery.method`.',
      resolve: ({ method }) => method.code,
    }),
    name: t.string({ description: 'The name of the method.', resolve: ({ method }) => method.name }),
    description: t.string({
      description: 'More about the method; empty if not given.',
      resolve: ({ method }) => method.description,
    }),
    kind: t.field({
      type: DeliveryKindType,
      description: 'Whether it delivers or is for pickup.',
      resolve: ({ method }) => method.kind,
    }),
    fee: t.float({
      description: 'The fee in main currency units.',
      resolve: ({ fee }, _, { store }) => toMainUnits(fee, store.currency),
    }),
    freeFrom: t.float({
      nullable: true,
      description: 'The value of goods after the discount from which it is free; null if it never is.',
      resolve: ({ method: { freeFrom } }, _, { store }) =>
        freeFrom === null ? null : toMainUnits(freeFrom, store.currency),
    }),
    feeVaries: t.boolean({
      description:
        'Whether the fee depends on the weight or value of the order. Without items, `fee` is then the lowest of the method.',
      resolve: ({ method: { tiers, step } }) => tiers.length > 1 || step !== null,
    }),
    from: t.exposeString('from', days.from),
    until: t.exposeString('until', days.until),
    pickup: t.field({
      type: Pickup,
      nullable: true,
      description: 'Where the goods are picked up; null for a method that delivers.',
      resolve: ({ method }) => method.pickup,
    }),
  }),
})

const PaymentOptionType = builder.objectRef<PaymentOption>('PaymentOption').implement({
  description: 'A way to pay besides the payment provider, with its fee for the order.',
  fields: (t) => ({
    code: t.string({
      description: 'The code of the payment method, for `paymentMethod`.',
      resolve: ({ offer }) => offer.code,
    }),
    name: t.string({ description: 'The name of the payment method.', resolve: ({ offer }) => offer.name }),
    instructions: t.string({
      description: 'What the buyer has to do; empty if not given.',
      resolve: ({ offer }) => offer.instructions,
    }),
    fee: t.float({
      description: 'The fee in main currency units.',
      resolve: ({ fee }, _, { store }) => toMainUnits(fee, store.currency),
    }),
  }),
})

const fulfilled = {
  delivery: {
    type: DeliveryOptionType,
    nullable: true,
    description: 'The delivery method whose fee the price includes; null if the store has none, or none is possible.',
    resolve: ({ fulfilled }: { fulfilled: Fulfilled }) => fulfilled.delivery,
  },
  deliveryOptions: {
    type: [DeliveryOptionType] as [typeof DeliveryOptionType],
    description: 'The delivery methods that are possible.',
    resolve: ({ fulfilled }: { fulfilled: Fulfilled }) => fulfilled.deliveryOptions,
  },
  destination: {
    type: DestinationType,
    nullable: true,
    description: 'Where it is to be delivered; null if the buyer has not said, or the store has no zones.',
    resolve: ({ fulfilled }: { fulfilled: Fulfilled }) => fulfilled.destination,
  },
  paymentMethod: {
    type: PaymentOptionType,
    nullable: true,
    description: 'The chosen payment method, whose fee the price includes; null for the payment provider.',
    resolve: ({ fulfilled }: { fulfilled: Fulfilled }) => fulfilled.payment,
  },
  paymentOptions: {
    type: [PaymentOptionType] as [typeof PaymentOptionType],
    description: 'The payment methods that are possible besides the payment provider.',
    resolve: ({ fulfilled }: { fulfilled: Fulfilled }) => fulfilled.paymentOptions,
  },
  paysOnline: {
    type: 'Boolean',
    description: 'Whether the store has a payment provider; without one, only `paymentOptions` are possible.',
    resolve: async (_: unknown, _args: object, { services, store }: Context) =>
      (await findProviderAccount(services, store.id)) !== null,
  },
} as const

builder.objectFields('Cart', (t) => ({
  delivery: t.field(fulfilled.delivery),
  deliveryOptions: t.field(fulfilled.deliveryOptions),
  destination: t.field(fulfilled.destination),
  paymentMethod: t.field(fulfilled.paymentMethod),
  paymentOptions: t.field(fulfilled.paymentOptions),
  paysOnline: t.field(fulfilled.paysOnline),
}))

builder.objectFields('Quote', (t) => ({
  delivery: t.field(fulfilled.delivery),
  deliveryOptions: t.field(fulfilled.deliveryOptions),
  destination: t.field(fulfilled.destination),
  paymentMethod: t.field(fulfilled.paymentMethod),
  paymentOptions: t.field(fulfilled.paymentOptions),
  paysOnline: t.field(fulfilled.paysOnline),
}))

const destinationFields = {
  country: 'The country as an ISO 3166-1 code; the store’s country by default.',
  region: REGION_FORM,
  postalCode: 'The postal code, at most 20 characters.',
}

builder.inputType('DeliveryInput', {
  description: 'Where to deliver, and how.',
  fields: (t) => ({
    method: t.string({ description: 'The code of the delivery method; by default the cheapest that delivers.' }),
    country: t.string({ description: destinationFields.country }),
    region: t.string({ description: destinationFields.region }),
    postalCode: t.string({ description: destinationFields.postalCode }),
  }),
})

const DestinationInput = builder.inputType('DestinationInput', {
  description: 'Where to deliver.',
  fields: (t) => ({
    country: t.string({ description: destinationFields.country }),
    region: t.string({ description: destinationFields.region }),
    postalCode: t.string({ description: destinationFields.postalCode }),
  }),
})

const DeliveryOfferType = builder.objectRef<DeliveryOffer>('DeliveryOffer').implement({
  description: 'What the store offers at a destination.',
  fields: (t) => ({
    serviceable: t.exposeBoolean('serviceable', { description: 'Whether the store delivers there.' }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'Why it does not, for display to the shopper; null if it does.',
    }),
    needs: t.exposeString('needs', {
      nullable: true,
      description:
        'What the destination has to name as well, `country`, `region` or `postalCode`; null if that would not help.',
    }),
    methods: t.expose('methods', {
      type: [DeliveryOptionType],
      description:
        'The delivery methods. Without items, each fee is the lowest of its method. Empty if the store has only its flat shipping fee.',
    }),
    paymentMethods: t.expose('paymentMethods', {
      type: [PaymentOptionType],
      description: 'The payment methods besides the payment provider.',
    }),
    paysOnline: t.field(fulfilled.paysOnline),
    goesBy: t.exposeStringList('goesBy', {
      description:
        'What of a destination decides about delivery: any of `country`, `region` and `postalCode`. Empty if the store delivers to its own country alone, and everywhere alike.',
    }),
  }),
})

builder.objectField('Store', 'delivery', (t) =>
  t.field({
    type: DeliveryOfferType,
    volatile: true,
    description: 'What the store offers somebody who has not said where to deliver, as `delivery` without arguments.',
    resolve: (_, __, context) => findUsualOffer(context),
  }),
)

builder.queryField('delivery', (t) =>
  t.field({
    type: DeliveryOfferType,
    nullable: true,
    description: 'The delivery methods and payment methods that the store offers at a destination.',
    selling: true,
    failure: 'Failed to load the delivery methods',
    complexity: deliverySelectionCost,
    args: {
      to: t.arg({ type: DestinationInput, description: 'The destination; the store’s country by default.' }),
      items: t.arg({ type: ['CartItemInput'], description: 'The items to deliver, at most 100.' }),
      cartId: t.arg.id({ description: 'The ID of a cart to deliver instead of `items`.' }),
    },
    resolve: (_, args, context) => findDeliveryOffer(context, args),
  }),
)
