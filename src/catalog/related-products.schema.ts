import { builder } from '../gateway/builder.ts'
import { toMainUnits } from '../platform/money.ts'
import { pictureAddress } from './picture-address.ts'
import { prices } from './prices.ts'
import { MAX_RELATED, relatedProducts, USUAL_RELATED } from './related-products.ts'
import { shownFields } from './shown-fields.ts'
import type { ShownProduct } from './shown-product.ts'

/** A type of its own, because no type may lead back to itself: `Product.related` would have `related` again. */
const RelatedProduct = builder.objectRef<ShownProduct>('RelatedProduct').implement({
  description: 'A product that is like another one, as far as a list shows it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the product in its store.' }),
    ...shownFields((name, options) => t.exposeString(name, options)),
    slug: t.exposeString('slug', { description: 'Its name for addresses, unique in the store.' }),
    description: t.exposeString('description', { description: 'What it is, in the owner’s words.' }),
    price: t.float({
      description: 'The regular price in main currency units.',
      resolve: (product, _, { store }) => toMainUnits(prices(product).price, store.currency),
    }),
    salePrice: t.float({
      nullable: true,
      description: 'What it costs now in main currency units; null when it is not on sale.',
      resolve: (product, _, { store }) => {
        const { salePrice } = prices(product)
        return salePrice === null ? null : toMainUnits(salePrice, store.currency)
      },
    }),
    currency: t.string({ description: 'ISO 4217 code of its prices.', resolve: (_, __, { store }) => store.currency }),
    images: t.stringList({
      description: 'Addresses of its pictures, the main one first.',
      resolve: ({ images }, _, { baseUrl }) => images.map((picture) => pictureAddress(picture, baseUrl)),
    }),
  }),
})

/** The comparison of one product with others, as a cost beside what is asked of those that are found. */
const COMPARISON = 20

builder.objectField('Product', 'related', (t) =>
  t.field({
    type: [RelatedProduct],
    failure: 'Failed to load products',
    description: 'Products like it, the likest first: of its category or brand, with words of its name; never itself.',
    complexity: ({ first }) => ({
      field: COMPARISON,
      multiplier: Math.max(1, Math.min(first ?? USUAL_RELATED, MAX_RELATED)),
    }),
    args: {
      first: t.arg.int({ description: `How many at most, 1 to ${MAX_RELATED}; ${USUAL_RELATED} when left out.` }),
    },
    resolve: (product, { first }, context) => relatedProducts(context, product, first),
  }),
)
