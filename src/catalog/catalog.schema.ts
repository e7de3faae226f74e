import { builder } from '../gateway/builder.ts'
import { mainUnitsOrNull, toMainUnits } from '../platform/money.ts'
import { isProductAvailable, isVariantAvailable } from './availability.ts'
import { findProduct } from './find-product.ts'
import { listVariants } from './list-variants.ts'
import { pictureAddress } from './picture-address.ts'
import { prices } from './prices.ts'
import { orderedOptions, type ProductVariant } from './product.ts'
import { MAX_RELATED, relatedProducts, USUAL_RELATED } from './related-products.ts'
import { shownFields } from './storefront-fields.ts'
import type { StorefrontProduct } from './storefront-product.ts'

builder.objectType('VariantOption', {
  description: 'An option of a variant, such as size: 250g.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the option, such as size.' }),
    value: t.exposeString('value', { description: 'The value of the option, such as 250g.' }),
  }),
})

const Variant = builder.objectRef<ProductVariant>('ProductVariant').implement({
  description: 'One way to buy a product.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the variant, unique within the store.' }),
    options: t.field({
      type: ['VariantOption'],
      description: 'The choices that make it; checkout takes the same as `variant`.',
      resolve: (variant) => orderedOptions(variant),
    }),
    price: t.float({
      description: 'The regular price in main currency units; the product’s when the variant has none of its own.',
      resolve: (variant, _, { store }) => toMainUnits(prices(variant.product, variant).price, store.currency),
    }),
    salePrice: t.float({
      nullable: true,
      description: 'What it costs now in main currency units; null when it is not on sale.',
      resolve: (variant, _, { store }) => mainUnitsOrNull(prices(variant.product, variant).salePrice, store.currency),
    }),
    available: t.boolean({
      volatile: true,
      description: 'Whether one could be bought now, with what other shoppers’ pending orders hold taken off.',
      resolve: (variant, _, context) => isVariantAvailable(context, variant),
    }),
  }),
})

type ProductFields = PothosSchemaTypes.ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], StorefrontProduct>

/** What a list shows of a product. */
const listedFields = (t: ProductFields) => ({
  id: t.exposeID('id', { description: 'The ID of the product, unique within the store.' }),
  ...shownFields((name, options) => t.exposeString(name, options)),
  slug: t.exposeString('slug', { description: 'The URL slug of the product, unique within the store.' }),
  description: t.exposeString('description', { description: 'What it is, in the owner’s words.' }),
  price: t.float({
    description:
      'The product’s own regular price in main currency units, which a variant without a price of its own has; `priceFrom` is what the cheapest costs.',
    resolve: (product, _, { store }) => toMainUnits(prices(product).price, store.currency),
  }),
  salePrice: t.float({
    nullable: true,
    description: 'What it costs now in main currency units; null when it is not on sale.',
    resolve: (product, _, { store }) => mainUnitsOrNull(prices(product).salePrice, store.currency),
  }),
  priceFrom: t.float({
    description:
      'What the cheapest way to buy one costs now, in main currency units: of its variants where it has some. Filters, sorting and facets go by it.',
    resolve: ({ priceFrom }, _, { store }) => toMainUnits(priceFrom, store.currency),
  }),
  priceTo: t.float({
    description: 'What the most expensive way to buy one costs now, in main currency units.',
    resolve: ({ priceTo }, _, { store }) => toMainUnits(priceTo, store.currency),
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

/** A type of its own, because no type may lead back to itself: `Product.related` would have `related` again. */
builder.objectType('RelatedProduct', {
  description: 'A product that is like another one, as far as a list shows it.',
  fields: listedFields,
})

/** The comparison of one product with others, as a cost beside what is asked of those that are found. */
const COMPARISON = 20

const Product = builder.objectType('Product', {
  description: 'Something that the store sells.',
  fields: (t) => ({
    ...listedFields(t),
    available: t.boolean({
      volatile: true,
      failure: 'Failed to load products',
      description: 'Whether one could be bought now; with variants, whether any of them could.',
      resolve: async (product, _, context) =>
        isProductAvailable(context, product, await listVariants(context, product)),
    }),
    variants: t.field({
      type: [Variant],
      failure: 'Failed to load products',
      description: 'The variants of the product; empty if it has none.',
      resolve: (product, _, context) => listVariants(context, product),
    }),
    related: t.field({
      type: ['RelatedProduct'],
      failure: 'Failed to load products',
      description:
        'Products like it, the likest first: of its category or brand, with words of its name; never itself.',
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
    description: 'One active product, by its id or by its slug: give one of the arguments. Null when there is none.',
    behindPassword: true,
    failure: 'Failed to load product',
    public: true,
    args: {
      id: t.arg.id({ description: 'Its id.' }),
      slug: t.arg.string({ description: 'Its slug.' }),
      idOrSlug: t.arg.string({ description: 'Its id or, where no active product has that id, its slug.' }),
    },
    resolve: (_, args, context) => findProduct(context, args),
  }),
}))
