import { z } from 'zod'

/** A product as REST lists it. */
export const Product = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    price: z.number().meta({ description: 'In main currency units.' }),
    sale_price: z.number().nullable().meta({ description: 'In main currency units; null when it is not on sale.' }),
    currency: z.string(),
    images: z.array(z.string()),
    category: z.string(),
    brand: z.string(),
  })
  .meta({ id: 'Product', description: 'What the store sells.' })
