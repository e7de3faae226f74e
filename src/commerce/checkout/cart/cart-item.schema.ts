import { builder } from '../../../api/graphql/schema/builder.ts'
import { toMainUnits } from '../../../platform/money.ts'
import { pictureAt } from '../../catalog/pictures.ts'
import { optionList } from '../../catalog/product.ts'
import { pictureAddress } from '../../media/picture-links.ts'

const amountOrNull = (amount: bigint | null, currency: string) =>
  amount === null ? null : toMainUnits(amount, currency)

builder.objectType('CartItem', {
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
    addedPrice: t.float({
      nullable: true,
      description:
        'What a unit cost when it was last added to the cart, in main currency units; null if that is not known. Differs from `unitPrice` if the price has changed since.',
      resolve: ({ addedPrice }, _, { store }) => amountOrNull(addedPrice, store.currency),
    }),
    unitsLeft: t.exposeInt('unitsLeft', {
      nullable: true,
      description:
        'How many units can be bought now, if these are few (at most the store’s `lowStockThreshold`) or fewer than `qty`; null otherwise, or if they are not counted. Lines that share a stock share these units.',
    }),
    reducedFrom: t.exposeInt('reducedFrom', {
      nullable: true,
      description:
        'The number of units before `reduceToStock` made them fewer; null if it has not, or the line was changed since.',
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
