import { builder } from '../gateway/builder.ts'
import { listedFields } from './listed-fields.ts'
import { MAX_RELATED, relatedProducts, USUAL_RELATED } from './related-products.ts'
import type { ShownProduct } from './shown-product.ts'

/** A type of its own, because no type may lead back to itself: `Product.related` would have `related` again. */
const RelatedProduct = builder.objectRef<ShownProduct>('RelatedProduct').implement({
  description: 'A product that is like another one, as far as a list shows it.',
  fields: listedFields,
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
