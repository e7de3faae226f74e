import { ownerBuilder, pageArgs, withAsksCount } from '../../api/graphql/schema/owner-builder.ts'
import { ownerPageCost } from '../../platform/counted-page.ts'
import { mainUnitsOrNull } from '../../platform/money.ts'
import { DiscountType as DiscountTypes } from './discount-terms.ts'
import { findDiscount, heldUsesOf, listDiscounts } from './list-discounts.ts'
import { upsertDiscount, worth } from './upsert-discount.ts'

const DiscountType = ownerBuilder.enumType('DiscountType', {
  description: 'How a discount is calculated.',
  values: {
    PERCENT: { value: DiscountTypes.PERCENT, description: 'A percentage of the subtotal.' },
    FIXED: { value: DiscountTypes.FIXED, description: 'A fixed amount in main currency units.' },
  },
})

const Discount = ownerBuilder.prismaObject('Discount', {
  scope: 'marketing',
  description: 'A discount code.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the discount, unique within the store.' }),
    code: t.exposeString('code', { description: 'The code that shoppers enter, ignoring case.' }),
    type: t.expose('type', { type: DiscountType, description: 'How the discount is calculated.' }),
    value: t.float({
      description: 'The discount, in percent or in main currency units.',
      resolve: (discount, _, { store }) => worth(discount, store.currency),
    }),
    minSubtotal: t.float({
      nullable: true,
      description: 'The minimum subtotal in main currency units; null for none.',
      resolve: ({ minSubtotal }, _, { store }) => mainUnitsOrNull(minSubtotal, store.currency),
    }),
    maxDiscount: t.float({
      nullable: true,
      description: 'The maximum discount in main currency units; null for no limit.',
      resolve: ({ maxDiscount }, _, { store }) => mainUnitsOrNull(maxDiscount, store.currency),
    }),
    usageLimit: t.exposeInt('usageLimit', {
      nullable: true,
      description: 'The maximum number of uses; null for no limit.',
    }),
    perCustomerLimit: t.exposeInt('perCustomerLimit', {
      nullable: true,
      description: 'The maximum number of uses per customer; null for no limit.',
    }),
    startsAt: t.expose('startsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it becomes valid; null if it has no start.',
    }),
    endsAt: t.expose('endsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it expires; null if it does not.',
    }),
    active: t.exposeBoolean('active', { description: 'Whether the discount is enabled.' }),
    timesUsed: t.exposeInt('timesUsed', { description: 'The number of uses by paid orders.' }),
    heldUses: t.int({
      description: 'The number of uses held by pending orders.',
      resolve: ({ id }, _, context) => heldUsesOf(context).load(id),
    }),
    version: t.exposeInt('version', {
      description: 'Incremented by every change that the owner makes, but not by uses. Pass it to `upsertDiscount`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the discount or its uses were last updated.',
    }),
  }),
})

const DiscountConnection = ownerBuilder.connectionObject(
  { type: Discount, name: 'DiscountConnection', scope: 'marketing', description: 'A page of discounts.' },
  { name: 'DiscountEdge', scope: 'marketing', description: 'A discount and its cursor.' },
)

ownerBuilder.queryField('discounts', (t) =>
  t.field({
    scope: 'marketing',
    type: DiscountConnection,
    nullable: true,
    description: 'The discounts of the store, newest first.',
    complexity: ownerPageCost,
    args: {
      search: t.arg.string({
        description: 'Only discounts whose code contains this text, ignoring case and kinds of dash.',
      }),
      active: t.arg.boolean({ description: 'Only enabled discounts (true) or only disabled ones (false).' }),
      ...pageArgs,
    },
    resolve: (_, args, context, info) => listDiscounts(context, withAsksCount(args, info)),
  }),
)

ownerBuilder.queryField('discount', (t) =>
  t.field({
    scope: 'marketing',
    type: Discount,
    nullable: true,
    description: 'A discount; null if there is none with this code.',
    args: { code: t.arg.string({ required: true, description: 'Its code, ignoring case.' }) },
    resolve: (_, { code }, context) => findDiscount(context, code),
  }),
)

const DiscountInput = ownerBuilder.inputType('DiscountInput', {
  description:
    'A discount to create, or the changes to an existing one. When updating, omitted fields stay unchanged and null clears a field.',
  fields: (t) => ({
    code: t.string({
      required: true,
      description: 'The code of the discount to create or update, 1 to 50 characters, ignoring case.',
    }),
    version: t.int({ description: 'The version an update is based on. Omit it for a new discount.' }),
    type: t.field({ type: DiscountType, description: 'How the discount is calculated. Required for a new discount.' }),
    value: t.float({ description: 'The discount, in percent or in main currency units. Required for a new discount.' }),
    minSubtotal: t.float({ description: 'The minimum subtotal in main currency units; null for none.' }),
    maxDiscount: t.float({ description: 'The maximum discount in main currency units; null for no limit.' }),
    usageLimit: t.int({ description: 'The maximum number of uses; null for no limit.' }),
    perCustomerLimit: t.int({ description: 'The maximum number of uses per customer; null for no limit.' }),
    startsAt: t.field({ type: 'DateTime', description: 'When it becomes valid; null for immediately.' }),
    endsAt: t.field({ type: 'DateTime', description: 'When it expires; null if it does not.' }),
    active: t.boolean({ description: 'Whether the discount is enabled.' }),
  }),
})

ownerBuilder.mutationField('upsertDiscount', (t) =>
  t.field({
    scope: 'marketing',
    type: Discount,
    nullable: true,
    description:
      'Creates a discount or updates the one with this code. An update requires the version it is based on; `CONFLICT` if that is no longer current.',
    args: { input: t.arg({ type: DiscountInput, required: true, description: 'The discount to create or update.' }) },
    resolve: (_, { input }, context) => upsertDiscount(context, input),
  }),
)
