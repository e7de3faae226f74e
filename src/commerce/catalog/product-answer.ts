import { z } from 'zod'
import { graphql } from '../../generated/operations/index.ts'

// What REST shows of a listed product: selections, which operations name, shapes and an example.

graphql(`fragment RestProductFields on Product {
  id name slug description price sale_price: salePrice price_from: priceFrom price_to: priceTo
  currency images category brand rating { average count }
}`)

graphql(`fragment RestRelatedFields on RelatedProduct {
  id name slug description price sale_price: salePrice price_from: priceFrom price_to: priceTo
  currency images category brand rating { average count }
}`)

graphql(`fragment RestPictureFields on ProductMedia { url alt width height variants { width url } thumbhash }`)

// What `include` adds.
graphql(`fragment RestIncludedFields on Product {
  available @include(if: $withAvailable)
  variants @include(if: $withVariants) { id options { name value } price sale_price: salePrice available picture { ...RestPictureFields } }
  media @include(if: $withMedia) { ...RestPictureFields }
}`)

export const Product = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    price: z.number().meta({
      description: 'The regular price in main currency units. Variants can have other prices.',
    }),
    sale_price: z
      .number()
      .nullable()
      .meta({ description: 'The sale price in main currency units; null if it is not on sale.' }),
    price_from: z.number().meta({
      description:
        'The lowest current price in main currency units; with variants, that of the cheapest one. Filters, sorting and facets use this price.',
    }),
    price_to: z.number().meta({ description: 'The highest current price in main currency units.' }),
    currency: z.string(),
    images: z.array(z.string()),
    category: z.string(),
    brand: z.string(),
    rating: z.object({
      average: z
        .number()
        .meta({ description: 'The average rating with at most 2 decimals; 0 if there are no reviews.' }),
      count: z.int().meta({ description: 'The number of approved reviews.' }),
    }),
  })
  .meta({ id: 'Product', description: 'A product.' })

export const available = z.boolean().meta({ description: 'Whether it can be bought now.' })
const pixels = z.int().nullable().meta({ description: 'In pixels; null if unknown.' })

export const Media = z
  .object({
    url: z.string(),
    alt: z.string().meta({ description: 'The alternative text; empty if not given.' }),
    width: pixels,
    height: pixels,
    variants: z.array(z.object({ width: z.int(), url: z.string() })).meta({
      description:
        'Narrower versions of the picture, for `srcset`; empty for a picture that was not uploaded to this service.',
    }),
    thumbhash: z.string().nullable().meta({
      description:
        'A blurred preview to show while the picture loads: a base64-encoded ThumbHash; null for a picture that was not uploaded to this service.',
    }),
  })
  .meta({ id: 'ProductMedia', description: 'A picture of a product.' })

/** The demo store's pictures are drawings, of which there are no narrower versions. */
export const exampleMedia: z.output<typeof Media> = {
  url: 'http://localhost:4000/pictures/assam.svg',
  alt: '',
  width: null,
  height: null,
  variants: [],
  thumbhash: null,
}

export const Variant = z
  .object({
    id: z.uuid(),
    options: z
      .record(z.string(), z.string())
      .meta({ description: 'The options by name. Checkout accepts the same object as `variant`.' }),
    price: z.number().meta({ description: 'The regular price in main currency units.' }),
    sale_price: z
      .number()
      .nullable()
      .meta({ description: 'The sale price in main currency units; null if it is not on sale.' }),
    available,
    picture: Media.nullable().meta({
      description:
        'The picture that shows this variant, to be shown first once it is chosen; null if it has none of its own.',
    }),
  })
  .meta({ id: 'ProductVariant', description: 'A variant of a product.' })

export const ListedProduct = Product.extend({
  available: available.optional(),
  variants: z.array(Variant).optional().meta({ description: 'The variants of the product; empty if it has none.' }),
  media: z
    .array(Media)
    .optional()
    .meta({ description: 'The pictures of the product with alternative texts and sizes, the main one first.' }),
}).meta({ id: 'ListedProduct', description: 'A product in a list.' })

/** A product of the demo store, for examples in the reference, which have its id. */
export const exampleProduct: Omit<z.output<typeof Product>, 'id'> = {
  name: 'Assam',
  slug: 'assam',
  description:
    'Second-flush leaf from the south bank of the Brahmaputra, rolled the orthodox way. It brews to a deep copper cup with the malt and honey that Assam is known for, and stands up well to milk. Three minutes in boiling water are enough; five make a breakfast of it.',
  price: 499,
  sale_price: 399.5,
  price_from: 399.5,
  price_to: 499,
  currency: 'INR',
  images: ['http://localhost:4000/pictures/assam.svg', 'http://localhost:4000/pictures/assam-leaf.svg'],
  category: 'Black tea',
  brand: 'Dihing Gardens',
  rating: { average: 4.67, count: 3 },
}

/** A product on a wishlist, without its longer texts. */
export const WishlistItem = ListedProduct.omit({ description: true, category: true, brand: true }).meta({
  id: 'WishlistItem',
  description: 'A product on a wishlist; `id` is the ID of the product.',
})

graphql(`fragment RestWishFields on Product {
  id name slug price sale_price: salePrice price_from: priceFrom price_to: priceTo currency images
  rating { average count }
}`)
