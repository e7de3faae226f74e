import { z } from 'zod'

/** A product as REST lists it. */
export const Product = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    price: z.number().meta({
      description:
        'In main currency units; with variants that have prices of their own, none of them need have this one.',
    }),
    sale_price: z.number().nullable().meta({ description: 'In main currency units; null when it is not on sale.' }),
    price_from: z.number().meta({
      description:
        'What the cheapest way to buy one costs now: of its variants where it has some. Filters, sorting and facets go by it.',
    }),
    price_to: z.number().meta({ description: 'What the most expensive way to buy one costs now.' }),
    currency: z.string(),
    images: z.array(z.string()),
    category: z.string(),
    brand: z.string(),
    rating: z.object({
      average: z.number().meta({ description: 'With at most 2 decimals; 0 when nobody has reviewed it.' }),
      count: z.int().meta({ description: 'Approved reviews.' }),
    }),
  })
  .meta({ id: 'Product', description: 'What the store sells.' })

export const available = z.boolean().meta({ description: 'Whether one could be bought now.' })
const pixels = z.int().nullable().meta({ description: 'In pixels; null if unknown.' })

export const Variant = z
  .object({
    id: z.uuid(),
    options: z.record(z.string(), z.string()).meta({ description: 'What checkout takes as `variant`.' }),
    price: z.number().meta({ description: 'In main currency units.' }),
    sale_price: z.number().nullable().meta({ description: 'In main currency units; null when it is not on sale.' }),
    available,
  })
  .meta({ id: 'ProductVariant', description: 'One way to buy a product.' })

export const Media = z
  .object({
    url: z.string(),
    alt: z.string().meta({ description: 'The alternative text; empty if not given.' }),
    width: pixels,
    height: pixels,
  })
  .meta({ id: 'ProductMedia', description: 'A picture of a product.' })

/** The same with what `include` has asked for. */
export const ListedProduct = Product.extend({
  available: available.optional(),
  variants: z.array(Variant).optional().meta({ description: 'The variants of the product; empty if it has none.' }),
  media: z
    .array(Media)
    .optional()
    .meta({ description: 'The pictures of the product with alternative texts and sizes, the main one first.' }),
}).meta({ id: 'ListedProduct', description: 'What the store sells, in a list.' })
