import { builder } from '../../api/graphql/schema/builder.ts'
import { mainUnitsOrNull, microToNumber, toMainUnits } from '../../platform/money.ts'
import { pictureAddress } from '../media/picture-links.ts'
import { gtinOf } from './gtin.ts'
import { listVariants } from './list-products.ts'
import { findProduct } from './page/find-product.ts'
import { MAX_RELATED, relatedProducts, USUAL_RELATED } from './page/related-products.ts'
import { prices } from './prices.ts'
import { orderedOptions } from './product.ts'
import { fewUnits, isProductAvailable, isVariantAvailable } from './stock/availability.ts'
import type { StorefrontProduct } from './storefront-product.ts'
import { shownFields } from './storefront-product.ts'

builder.objectType('VariantOption', {
  description: 'An option of a variant, such as size: 250g.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the option, such as size.' }),
    value: t.exposeString('value', { description: 'The value of the option, such as 250g.' }),
  }),
})

const UNITS_LEFT =
  'How many units can be bought now, if these are few: at most the store’s `lowStockThreshold`. Null if there are more, or they are not counted.'

builder.objectType('ProductVariant', {
  description: 'A variant of a product.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the variant, unique within the store.' }),
    options: t.field({
      type: ['VariantOption'],
      description: 'The options of the variant. Checkout accepts the same list as `variant`.',
      resolve: (variant) => orderedOptions(variant),
    }),
    price: t.float({
      description: 'The regular price in main currency units; the product’s price if the variant has none of its own.',
      resolve: (variant, _, { store }) => toMainUnits(prices(variant.product, variant).price, store.currency),
    }),
    salePrice: t.float({
      nullable: true,
      description: 'The sale price in main currency units; null if it is not on sale.',
      resolve: (variant, _, { store }) => mainUnitsOrNull(prices(variant.product, variant).salePrice, store.currency),
    }),
    sku: t.exposeString('sku', { nullable: true, description: 'The SKU of the variant; null if there is none.' }),
    gtin: t.string({
      nullable: true,
      description: 'The barcode of the variant if it is a GTIN (EAN, UPC, ISBN), as digits; null otherwise.',
      resolve: ({ barcode }) => gtinOf(barcode),
    }),
    available: t.boolean({
      volatile: true,
      description: 'Whether a unit can be bought now. Units held by other shoppers’ pending orders are not available.',
      resolve: (variant, _, context) => isVariantAvailable(context, variant),
    }),
    unitsLeft: t.int({
      nullable: true,
      volatile: true,
      description: UNITS_LEFT,
      resolve: (variant, _, context) => fewUnits(context, variant.product, variant),
    }),
  }),
})

type ProductFields = PothosSchemaTypes.ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], StorefrontProduct>

const listedFields = (t: ProductFields) => ({
  id: t.exposeID('id', { description: 'The ID of the product, unique within the store.' }),
  ...shownFields(
    (name, options) => t.exposeString(name, options),
    (name, options) => t.exposeInt(name, options),
  ),
  slug: t.exposeString('slug', { description: 'The URL slug of the product, unique within the store.' }),
  description: t.exposeString('description', { description: 'The description of the product.' }),
  price: t.float({
    description:
      'The regular price of the product in main currency units, which applies to variants without a price of their own. The price of the cheapest variant is `priceFrom`.',
    resolve: (product, _, { store }) => toMainUnits(prices(product).price, store.currency),
  }),
  salePrice: t.float({
    nullable: true,
    description: 'The sale price in main currency units; null if it is not on sale.',
    resolve: (product, _, { store }) => mainUnitsOrNull(prices(product).salePrice, store.currency),
  }),
  priceFrom: t.float({
    description:
      'The lowest current price in main currency units; with variants, that of the cheapest one. Filters, sorting and facets use this price.',
    resolve: ({ priceFrom }, _, { store }) => toMainUnits(priceFrom, store.currency),
  }),
  priceTo: t.float({
    description: 'The highest current price in main currency units.',
    resolve: ({ priceTo }, _, { store }) => toMainUnits(priceTo, store.currency),
  }),
  taxRate: t.float({
    description:
      'The tax rate in percent: its own, or else the store’s. Whether prices include it is `store.tax.inclusive`.',
    resolve: ({ taxRateMicro }, _, { store }) => microToNumber(BigInt(taxRateMicro ?? store.taxRateMicro) * 100n),
  }),
  currency: t.string({
    description: 'The currency of the prices, as an ISO 4217 code.',
    resolve: (_, __, { store }) => store.currency,
  }),
  images: t.stringList({
    description: 'The URLs of the pictures, the main one first.',
    resolve: ({ images }, _, { baseUrl }) => images.map((picture) => pictureAddress(picture, baseUrl)),
  }),
})

/** A type of its own: no type may lead back to itself. */
builder.objectType('RelatedProduct', {
  description: 'A related product, with the fields of a product list.',
  fields: listedFields,
})

/** Charged on top of what is selected of the related products. */
const COMPARISON = 20

const Product = builder.objectType('Product', {
  description: 'A product that the store sells.',
  fields: (t) => ({
    ...listedFields(t),
    available: t.boolean({
      volatile: true,
      failure: 'Failed to load products',
      description: 'Whether the product, or any of its variants, can be bought now.',
      resolve: async (product, _, context) =>
        isProductAvailable(context, product, await listVariants(context, product)),
    }),
    unitsLeft: t.int({
      nullable: true,
      volatile: true,
      failure: 'Failed to load products',
      description: `${UNITS_LEFT} Null for a product with variants, which have their own.`,
      resolve: async (product, _, context) =>
        (await listVariants(context, product)).length > 0 ? null : fewUnits(context, product, null),
    }),
    variants: t.field({
      type: ['ProductVariant'],
      failure: 'Failed to load products',
      description: 'The variants of the product; empty if it has none.',
      resolve: (product, _, context) => listVariants(context, product),
    }),
    related: t.field({
      type: ['RelatedProduct'],
      failure: 'Failed to load products',
      description: 'Related products, most similar first: those of the same category or brand, or with similar names.',
      complexity: ({ first }) => ({
        field: COMPARISON,
        multiplier: Math.max(1, Math.min(first ?? USUAL_RELATED, MAX_RELATED)),
      }),
      args: {
        first: t.arg.int({
          description: `The maximum number of entries to return, 1 to ${MAX_RELATED}; ${USUAL_RELATED} by default.`,
        }),
      },
      resolve: (product, { first }, context) => relatedProducts(context, product, first),
    }),
  }),
})

builder.queryFields((t) => ({
  product: t.field({
    type: Product,
    nullable: true,
    description:
      'An active product by its ID or slug; null if there is none. A slug that a product had earlier, and that no product has now, returns that product with its present slug. Pass exactly one of the arguments.',
    selling: true,
    failure: 'Failed to load product',
    public: true,
    args: {
      id: t.arg.id({ description: 'The ID of the product.' }),
      slug: t.arg.string({ description: 'The slug of the product.' }),
      idOrSlug: t.arg.string({ description: 'The ID of the product or, if no active product has this ID, its slug.' }),
    },
    resolve: (_, args, context) => findProduct(context, args),
  }),
}))
