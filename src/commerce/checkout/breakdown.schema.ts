import { builder } from '../../api/graphql/schema/builder.ts'
import { toMainUnits } from '../../platform/money.ts'
import { type NoticeReason, noticeReasons } from '../../shared/reasons.ts'
import { olderItem } from './notice.ts'

builder.objectType('PriceBreakdown', {
  description:
    'The price of an order in main currency units: `subtotal − discount − loyaltyDiscount + shipping + tax = total`. If `gstInclusive` is true, `tax` is already included in the prices and is not added.',
  fields: (t) => ({
    subtotal: t.float({
      description: 'The total price of the goods before deductions.',
      resolve: ({ subtotal, currency }) => toMainUnits(subtotal, currency),
    }),
    discount: t.float({
      description: 'The amount deducted by the discount code.',
      resolve: ({ discount, currency }) => toMainUnits(discount, currency),
    }),
    loyaltyDiscount: t.float({
      description: 'The amount deducted by the redeemed points.',
      resolve: ({ loyaltyDiscount, currency }) => toMainUnits(loyaltyDiscount, currency),
    }),
    loyaltyPointsUsed: t.exposeInt('pointsUsed', { description: 'The number of points redeemed.' }),
    loyaltyPointsEarned: t.exposeInt('pointsEarned', {
      description: 'The number of points that the order earns once it is paid.',
    }),
    shipping: t.float({
      description: 'The shipping fee.',
      resolve: ({ shipping, currency }) => toMainUnits(shipping, currency),
    }),
    tax: t.float({ description: 'The tax.', resolve: ({ tax, currency }) => toMainUnits(tax, currency) }),
    gstInclusive: t.exposeBoolean('taxInclusive', { description: 'Whether the prices include tax.' }),
    total: t.float({
      description: 'The total amount to pay.',
      resolve: ({ total, currency }) => toMainUnits(total, currency),
    }),
  }),
})

const NoticeCode = builder.enumType('NoticeCode', {
  description: 'The code of a notice.',
  values: {
    ITEM_INVALID: { description: 'An item was dropped because it is malformed.' },
    ITEM_UNAVAILABLE: {
      description: 'An item was dropped because the store does not sell it, or not in this variant.',
    },
    ITEM_OUT_OF_STOCK: { description: 'An item was dropped because there is not enough stock.' },
    ITEM_LIMITED: {
      description:
        'An item was dropped because buyers who have left several orders unpaid can order only a limited number of units.',
    },
    DISCOUNT_NOT_APPLIED: { description: 'The discount code was not applied.' },
    POINTS_NOT_APPLIED: { description: 'Not all of the requested points are redeemed.' },
    DELIVERY_UNAVAILABLE: { description: 'The store does not deliver to the destination, or does not know it yet.' },
    METHOD_UNAVAILABLE: { description: 'The chosen delivery method or payment method is not available.' },
  },
})

// Object.entries types the names as strings.
const reasonValues = Object.fromEntries(
  Object.entries(noticeReasons).map(([name, text]) => [name, { description: `${text}.` }]),
) as Record<NoticeReason, { description: string }>

const NoticeReasonType = builder.enumType('NoticeReason', {
  description: 'Why something was left out, more exactly than its code.',
  values: reasonValues,
})

builder.objectType('CheckoutNotice', {
  description: 'A notice about something that was left out.',
  fields: (t) => ({
    code: t.expose('code', { type: NoticeCode, description: 'The code of the notice.' }),
    reason: t.field({
      type: NoticeReasonType,
      nullable: true,
      description: 'Why, for programs; null for orders placed before notices had reasons.',
      resolve: ({ reason }) => reason ?? null,
    }),
    message: t.exposeString('message', { description: 'The reason, for display to the shopper.' }),
    itemIndex: t.exposeInt('item', {
      nullable: true,
      description: 'The index of the item in the cart, counted from 0; null if the notice concerns the whole cart.',
    }),
    item: t.exposeInt('item', {
      nullable: true,
      description: 'The same as `itemIndex`, under its older name.',
      deprecated: olderItem,
    }),
    productId: t.id({
      nullable: true,
      description:
        'The ID of the item’s product; null if the notice concerns the whole cart or the item names no product.',
      resolve: ({ productId }) => productId ?? null,
    }),
    needs: t.string({
      nullable: true,
      description:
        'With `DELIVERY_UNAVAILABLE`: what the destination has to name as well, `country`, `region` or `postalCode`; null if that would not help.',
      resolve: ({ needs }) => needs ?? null,
    }),
  }),
})
