import { ownerBuilder, pageArgs, withAsksCount } from '../gateway/owner-builder.ts'
import { ownerPageCost } from '../platform/counted-page.ts'
import { mainUnitsOrNull } from '../platform/money.ts'
import { DiscountType as DiscountTypes } from './discount-type.ts'
import { heldUsesOf, listDiscounts } from './list-discounts.ts'
import { upsertDiscount, worth } from './upsert-discount.ts'

const DiscountType = ownerBuilder.enumType('DiscountType', {
  description: 'How a discount counts.',
  values: {
    PERCENT: { value: DiscountTypes.PERCENT, description: 'A share of the goods, in percent.' },
    FIXED: { value: DiscountTypes.FIXED, description: 'An amount, in main currency units.' },
  },
})

const Discount = ownerBuilder.prismaObject('Discount', {
  description: 'A code that takes something off.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the discount in its store.' }),
    code: t.exposeString('code', { description: 'What shoppers enter, in upper or lower case.' }),
    type: t.expose('type', { type: DiscountType, description: 'How it counts.' }),
    value: t.float({
      description: 'What it takes off, in percent or in main currency units.',
      resolve: (discount, _, { store }) => worth(discount, store.currency),
    }),
    minSubtotal: t.float({
      nullable: true,
      description: 'It takes goods worth this, in main currency units; null: any.',
      resolve: ({ minSubtotal }, _, { store }) => mainUnitsOrNull(minSubtotal, store.currency),
    }),
    maxDiscount: t.float({
      nullable: true,
      description: 'What it takes off at most, in main currency units; null: no limit.',
      resolve: ({ maxDiscount }, _, { store }) => mainUnitsOrNull(maxDiscount, store.currency),
    }),
    usageLimit: t.exposeInt('usageLimit', { nullable: true, description: 'How often it can be used; null: no limit.' }),
    perCustomerLimit: t.exposeInt('perCustomerLimit', {
      nullable: true,
      description: 'How often one customer can use it; null: no limit.',
    }),
    startsAt: t.expose('startsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'From when it is good; null: always was.',
    }),
    endsAt: t.expose('endsAt', { type: 'DateTime', nullable: true, description: 'Until when; null: for good.' }),
    active: t.exposeBoolean('active', { description: 'Whether it can be used at all.' }),
    timesUsed: t.exposeInt('timesUsed', { description: 'Uses by paid orders.' }),
    heldUses: t.int({
      description: 'Uses that pending orders hold.',
      resolve: ({ id }, _, context) => heldUsesOf(context).load(id),
    }),
    version: t.exposeInt('version', {
      description: 'Rises with every change that an owner makes, but not with its uses: a change is sent with it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it, or its uses, last changed.' }),
  }),
})

const DiscountConnection = ownerBuilder.connectionObject(
  { type: Discount, name: 'DiscountConnection', description: 'A page of discounts.' },
  { name: 'DiscountEdge', description: 'A discount with its place in the list.' },
)

ownerBuilder.queryField('discounts', (t) =>
  t.field({
    type: DiscountConnection,
    nullable: true,
    description: 'The discounts of the store, newest first.',
    complexity: ownerPageCost,
    args: {
      search: t.arg.string({ description: 'Only those with this in their code, in upper or lower case.' }),
      active: t.arg.boolean({ description: 'Only those that are switched on, or only those that are off.' }),
      ...pageArgs,
    },
    resolve: (_, args, context, info) => listDiscounts(context, withAsksCount(args, info)),
  }),
)

const DiscountInput = ownerBuilder.inputType('DiscountInput', {
  description:
    'A discount to create, or what to change of one: fields that are left out stay as they are, null clears.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'Names it; 1 to 50 characters, in upper or lower case.' }),
    version: t.int({ description: 'The version that a change is based on. Left out for a discount that is new.' }),
    type: t.field({ type: DiscountType, description: 'How it counts. A new discount needs one.' }),
    value: t.float({ description: 'Percent, or an amount in main currency units. A new discount needs one.' }),
    minSubtotal: t.float({ description: 'It takes goods worth this, in main currency units; null: any.' }),
    maxDiscount: t.float({ description: 'What it takes off at most, in main currency units; null: no limit.' }),
    usageLimit: t.int({ description: 'How often it can be used; null: no limit.' }),
    perCustomerLimit: t.int({ description: 'How often one customer can use it; null: no limit.' }),
    startsAt: t.field({ type: 'DateTime', description: 'From when it is good; null: at once.' }),
    endsAt: t.field({ type: 'DateTime', description: 'Until when; null: for good.' }),
    active: t.boolean({ description: 'Whether it can be used at all; false switches it off.' }),
  }),
})

ownerBuilder.mutationField('upsertDiscount', (t) =>
  t.field({
    type: Discount,
    nullable: true,
    description:
      'Creates a discount, or changes the one of that code. A change needs the version that it is based on: CONFLICT when there is a newer one.',
    args: { input: t.arg({ type: DiscountInput, required: true, description: 'The discount.' }) },
    resolve: (_, { input }, context) => upsertDiscount(context, input),
  }),
)
